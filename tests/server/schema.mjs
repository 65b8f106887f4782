/** Checks values against the schemas of server/openapi.json: the part of JSON Schema that the file uses, and no more. A word that
 * is not known here is an error of the file, so that none is silently passed over. */

const checks = new Set([
  "$ref", "type", "properties", "required", "additionalProperties", "items", "minItems", "maxItems",
  "minimum", "maximum", "minLength", "maxLength", "pattern", "enum", "const", "anyOf",
]);
const remarks = new Set(["description", "format", "default"]);

export function typeOf(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (Number.isInteger(value)) return "integer";
  return typeof value;
}

function fits(value, type) {
  const found = typeOf(value);
  return found === type || (found === "integer" && type === "number");
}

export class Schemas {
  constructor(document) {
    this.document = document;
  }

  /** What a $ref of the document leads to; other values as they are. */
  resolve(value) {
    if (!value?.$ref) return value;
    const steps = value.$ref.replace(/^#\//, "").split("/");
    const found = steps.reduce((at, step) => at?.[step], this.document);
    if (found === undefined) throw new Error(`${value.$ref} leads nowhere`);
    return this.resolve(found);
  }

  /** What is wrong with a schema itself, as a list of sentences. */
  problemsOfSchema(schema, at) {
    const problems = [];
    for (const word of Object.keys(schema)) if (!checks.has(word) && !remarks.has(word)) problems.push(`${at}: the checker does not know ${word}`);
    if (schema.$ref) this.resolve(schema);
    const isObject = [schema.type].flat().includes("object");
    if (isObject && !("additionalProperties" in schema)) problems.push(`${at}: does not say whether other members are allowed`);
    for (const name of schema.required ?? [])
      if (schema.properties && !(name in schema.properties) && schema.additionalProperties === false) problems.push(`${at}: requires ${name}, which is not a property`);
    const inner = { ...schema.properties, items: schema.items, other: schema.additionalProperties };
    for (const [name, part] of Object.entries(inner)) if (typeof part === "object") problems.push(...this.problemsOfSchema(part, `${at}/${name}`));
    for (const [i, part] of (schema.anyOf ?? []).entries()) problems.push(...this.problemsOfSchema(part, `${at}/${i}`));
    return problems;
  }

  /** What is wrong with a value, as a list of sentences. */
  problems(value, schema, at = "") {
    if (schema === true) return [];
    schema = this.resolve(schema);
    if (schema.anyOf) {
      const each = schema.anyOf.map((one) => this.problems(value, one, at));
      if (!each.some((found) => found.length === 0)) return [`${at}: fits none of ${each.length} schemas: ${each.map((found) => found[0]).join("; ")}`];
    }
    if (schema.type && ![schema.type].flat().some((type) => fits(value, type))) return [`${at}: is ${typeOf(value)}, not ${schema.type}`];
    if ("const" in schema && value !== schema.const) return [`${at}: is ${JSON.stringify(value)}, not ${JSON.stringify(schema.const)}`];
    if (schema.enum && !schema.enum.includes(value)) return [`${at}: ${JSON.stringify(value)} is none of ${schema.enum}`];
    if (typeof value === "number") return this.ofNumber(value, schema, at);
    if (typeof value === "string") return this.ofText(value, schema, at);
    if (Array.isArray(value)) return this.ofList(value, schema, at);
    return value === null || typeof value !== "object" ? [] : this.ofObject(value, schema, at);
  }

  ofNumber(value, schema, at) {
    if (value < schema.minimum || value > schema.maximum) return [`${at}: ${value} is out of range`];
    return [];
  }

  ofText(value, schema, at) {
    const problems = [];
    const length = [...value].length;
    if (length < schema.minLength || length > schema.maxLength) problems.push(`${at}: ${length} characters`);
    if (schema.pattern && !new RegExp(schema.pattern, "u").test(value)) problems.push(`${at}: ${JSON.stringify(value)} is not like ${schema.pattern}`);
    return problems;
  }

  ofList(value, schema, at) {
    const problems = [];
    if (value.length < schema.minItems || value.length > schema.maxItems) problems.push(`${at}: ${value.length} items`);
    if (schema.items) for (const [i, item] of value.entries()) problems.push(...this.problems(item, schema.items, `${at}[${i}]`));
    return problems;
  }

  ofObject(value, schema, at) {
    const problems = [];
    for (const name of schema.required ?? []) if (!Object.hasOwn(value, name)) problems.push(`${at}: lacks ${name}`);
    for (const [name, member] of Object.entries(value)) {
      const known = schema.properties && Object.hasOwn(schema.properties, name) ? schema.properties[name] : schema.additionalProperties;
      if (known === false) problems.push(`${at}: has a member ${JSON.stringify(name)} that the file does not name`);
      else if (known !== undefined) problems.push(...this.problems(member, known, `${at}.${name}`));
    }
    return problems;
  }
}
