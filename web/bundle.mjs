// Bundles src/ with the page around it, and app/, as a C file each, and says which packages are in them:
// node bundle.mjs PAGE_ASSETS.c SERVER_ASSETS.c PACKAGES.json
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

// Maps and colour schemes are a sixth of the program, and no chart here has either: these modules
// of Plot answer as they do where none is given.
const unused = {
  name: "unused",
  setup({ onLoad }) {
    const replace = (filter, contents) => onLoad({ filter }, () => ({ contents }));
    replace(
      /plot\/src\/projection\.js$/,
      `const none = () => undefined;
      export { none as createProjection, none as hasProjection, none as projectionAspectRatio, none as project,
        none as getGeometryChannels, none as xyProjection, none as applyPosition };`,
    );
    replace(
      /plot\/src\/scales\/schemes\.js$/,
      `const none = () => undefined;
      export { none as isCategoricalScheme, none as isDivergingScheme, none as ordinalScheme, none as ordinalRange,
        none as maybeBooleanRange, none as quantitativeScheme };`,
    );
    replace(/d3-geo\/src\/index\.js$/, "export const geoPath = () => undefined, geoStream = geoPath, geoGraticule10 = geoPath;");
  },
};

const bundleScript = (entry) =>
  build({
    entryPoints: [entry],
    plugins: [unused],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: ["es2021"],
    charset: "ascii",
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
  });
const bundleStyle = (entry) =>
  build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    target: ["chrome100", "firefox100", "safari15"],
    logLevel: "warning",
  });
const [bundled, style, app, appStyle] = await Promise.all([
  bundleScript("src/main.ts"),
  bundleStyle("src/style.css"),
  bundleScript("app/main.ts"),
  bundleStyle("app/app.css"),
]);

const inputs = Object.keys({ ...bundled.metafile.inputs, ...app.metafile.inputs });
const folders = [...new Set(inputs.flatMap((path) => path.match(/^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//)?.[1] ?? []))].sort();

// The licences of the packages ask for their notices to go along.
function notices() {
  const byText = new Map();
  for (const folder of folders) {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
    const file = ["LICENSE", "LICENSE.md", "LICENSE.txt", "license"].map((file) => `${folder}/${file}`).find(existsSync);
    const text = file ? readFileSync(file, "utf8").trim() : `${license} licence`;
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version}`]);
  }
  const parts = [...byText].map(([text, names]) => `${names.join(", ")}\n\n${text}`);
  return `/*\nThis page contains\n\n${parts.join("\n\n")}\n*/`.replace(/[^\x00-\x7f]/g, "?");
}

const script = `${notices()}\n${bundled.outputFiles[0].text.trim()}`;
const css = style.outputFiles[0].text.trim();
for (const forbidden of [/<\/script/i, /<!--/]) {
  if (forbidden.test(script)) throw new Error(`the bundle contains ${forbidden}`);
}
if (/<\/style/i.test(css)) throw new Error("the style contains </style");

// Charts set style attributes, so that inline styles are allowed; a script only if it is this one.
const hash = createHash("sha256").update(script).digest("base64");
const policy = [
  "default-src 'none'",
  `script-src 'sha256-${hash}'`,
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const page = readFileSync("src/page.html", "utf8")
  .replace("{{policy}}", () => policy)
  .replace("{{style}}", () => css)
  .replace("{{script}}", () => script);
const [begin, afterTitle, afterDocument, end] = page.split(/\{\{title\}\}|\{\{document\}\}|\{\{result\}\}/);

function literal(text) {
  const lines = [];
  for (const line of Buffer.from(text, "utf8").toString("latin1").match(/[\s\S]{1,4000}/g)) {
    const escaped = line.replace(/["\\?]|[^ -~]/g, (c) =>
      c === "\n" ? "\\n" : /["\\?]/.test(c) ? `\\${c}` : `\\${c.charCodeAt(0).toString(8).padStart(3, "0")}`,
    );
    lines.push(`    "${escaped}"`);
  }
  return lines.join("\n");
}

function part(name, text) {
  return `static const char ${name}_bytes[] =\n${literal(text)};
const page_part ${name} = {${name}_bytes, sizeof ${name}_bytes - 1};\n`;
}

writeFileSync(
  process.argv[2],
  [
    "/* Made from web/ by the build. */",
    '#include "report/page_assets.h"\n',
    part("page_begin", begin),
    part("page_style", afterTitle),
    part("page_result", afterDocument),
    part("page_end", end),
  ].join("\n"),
);

// The page of the server is three files, since its policy lets no script run that is inside a page.
function asset(name, text) {
  return `static const char ${name}_bytes[] =\n${literal(text)};
const server_asset ${name} = {${name}_bytes, sizeof ${name}_bytes - 1};\n`;
}

writeFileSync(
  process.argv[3],
  [
    "/* Made from web/ by the build. */",
    '#include "server/page_assets.h"\n',
    asset("server_page", readFileSync("app/app.html", "utf8")),
    asset("server_script", `${notices()}\n${app.outputFiles[0].text.trim()}\n`),
    asset("server_style", `${appStyle.outputFiles[0].text.trim()}\n`),
  ].join("\n"),
);

const packages = folders.map((folder) => {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  return { name, version, license };
});
writeFileSync(process.argv[4], `${JSON.stringify(packages, null, 1)}\n`);
