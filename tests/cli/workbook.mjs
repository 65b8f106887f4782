// Packs members into a zip archive, as workbooks are: node workbook.mjs OUT NAME CONTENT...
// A content that begins with @ is the name of a file. BOMB=N appends N blanks to the last member.
import { readFileSync, writeFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";

const table = Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; bit++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
  return n >>> 0;
});

function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = table[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

// The fields that a member has in front of its bytes and in the directory alike.
function fields(member) {
  const out = Buffer.alloc(26);
  out.writeUInt16LE(20, 0);
  out.writeUInt16LE(member.encrypted ? 1 : 0, 2);
  out.writeUInt16LE(8, 4);
  out.writeUInt16LE(0x21, 8); // 1980-01-01
  out.writeUInt32LE(member.crc, 10);
  out.writeUInt32LE(member.packed.length, 14);
  out.writeUInt32LE(member.length, 18);
  out.writeUInt16LE(member.name.length, 22);
  return out;
}

const [, , target, ...rest] = process.argv;
const members = [];
for (let i = 0; i < rest.length; i += 2) {
  const [name, content] = [Buffer.from(rest[i]), rest[i + 1]];
  let bytes = content.startsWith("@") ? readFileSync(content.slice(1)) : Buffer.from(content);
  if (i + 2 === rest.length && process.env.BOMB)
    bytes = Buffer.concat([bytes, Buffer.alloc(Number(process.env.BOMB), 32)]);
  members.push({ name, crc: crc32(bytes), length: bytes.length, packed: deflateRawSync(bytes),
                 encrypted: process.env.ENCRYPTED === "1" });
}

const pieces = [], directory = [];
let offset = 0;
for (const member of members) {
  const local = Buffer.concat([Buffer.from("PK\x03\x04"), fields(member), member.name, member.packed]);
  const place = Buffer.alloc(14);
  place.writeUInt32LE(offset, 10);
  directory.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), fields(member), place, member.name);
  pieces.push(local);
  offset += local.length;
}
const listed = Buffer.concat(directory);
const end = Buffer.alloc(22);
end.write("PK\x05\x06", "latin1");
end.writeUInt16LE(members.length, 8);
end.writeUInt16LE(members.length, 10);
end.writeUInt32LE(listed.length, 12);
end.writeUInt32LE(offset, 16);
writeFileSync(target, Buffer.concat([...pieces, listed, end]));
