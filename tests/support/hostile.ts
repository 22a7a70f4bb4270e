/** Bodies and query strings that are small to send and costly to read, each as large as it may be. */
import { gzipSync } from 'node:zlib'

export interface Shape {
  readonly name: string
  readonly type: string
  readonly body: Buffer
  readonly encoding?: 'gzip'
}

/** As many parts as fit between `open` and `close`. */
function filled(
  size: number,
  part: (index: number) => string,
  [open, close, between] = ['', '', ''] as readonly [string, string, string],
): string {
  const parts: string[] = []
  for (let [index, length] = [0, open.length + close.length]; ; index += 1) {
    const next = part(index)
    length += Buffer.byteLength(next) + between.length
    if (length > size) return `${open}${parts.join(between)}${close}`
    parts.push(next)
  }
}

const json = (name: string, text: string): Shape => ({ name, type: 'application/json', body: Buffer.from(text) })
const form = (name: string, text: string): Shape => ({ name, type: 'application/x-www-form-urlencoded', body: Buffer.from(text) })
const OBJECT = ['{', '}', ','] as const
const LIST = ['[', ']', ','] as const

/** Shapes of a whole JSON body. */
export function jsonShapes(size: number): Shape[] {
  return [
    json(
      'many unknown keys',
      filled(size, (index) => `"k${index}":1`, OBJECT),
    ),
    json(
      'one key many times',
      filled(size, () => '"k":1', OBJECT),
    ),
    json('deep lists', '['.repeat(size)),
    json('deep objects, closed', `${'{"a":'.repeat(Math.floor((size - 1) / 6))}1${'}'.repeat(Math.floor((size - 1) / 6))}`),
    json('an unclosed text of escaped quotes', `{"a":"${'\\"'.repeat(Math.floor((size - 6) / 2))}`),
    json('NaN and an unclosed text of escaped quotes', `NaN"${'\\"'.repeat(Math.floor((size - 4) / 2))}`),
    json(
      'many NaN',
      filled(size, () => 'NaN', LIST),
    ),
    json('quotes', '"'.repeat(size)),
    json(
      'prototypes',
      filled(size, () => '{"__proto__":1}', LIST),
    ),
    json('blanks', ' '.repeat(size)),
  ]
}

/** Values of one member: what a careless pattern, split or comparison would take long for. */
const values: Readonly<Record<string, (size: number) => string>> = {
  'a long text': (size) => JSON.stringify('a'.repeat(size - 2)),
  'many blanks': (size) => JSON.stringify(`x${' '.repeat(size - 4)}x`),
  'many digits': (size) => JSON.stringify(`${'9'.repeat(size - 3)}x`),
  'many labels of a name': (size) => JSON.stringify(`a@${'a.'.repeat(Math.floor((size - 5) / 2))}!`),
  'a long list with commas': (size) => JSON.stringify(',a'.repeat(Math.floor((size - 2) / 2))),
  'a list of numbers': (size) => filled(size, (index) => String(index % 10), LIST),
  'a list of empty lists': (size) => filled(size, () => '[]', LIST),
  'a list of ids': (size) => filled(size, (index) => `"${String(index).padStart(8, '0')}-0000-7000-8000-000000000000"`, LIST),
  'an object with many keys': (size) => filled(size, (index) => `"k${index}":1`, OBJECT),
  'a deep list': (size) => `${'['.repeat(Math.floor(size / 2))}${']'.repeat(Math.floor(size / 2))}`,
  'escaped quotes': (size) => `"${'\\"'.repeat(Math.floor((size - 2) / 2))}"`,
  tags: (size) => JSON.stringify('<b>'.repeat(Math.floor((size - 2) / 3))),
}

const made = new Map<string, string>()
/** The value of this name, up to 63 bytes shorter than it may be: so one serves fields whose names are about as long, and is made once. */
function valueOf(name: string, room: number): string {
  const size = room - (room % 64)
  const key = `${size} ${name}`
  const value = made.get(key) ?? (values[name]?.(size) as string)
  made.set(key, value)
  return value
}

/** The same values for one field of the input; of some names only, where they are given. @param beside The other members of the body */
export function fieldShapes(field: string, size: number, names = /^/, beside: object = {}): Shape[] {
  const others = Object.entries(beside).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)},`)
  const before = `{${others.join('')}${JSON.stringify(field)}:`
  const room = size - Buffer.byteLength(before) - 1
  return Object.keys(values)
    .filter((name) => names.test(name))
    .map((name) => json(`${field}: ${name}`, `${before}${valueOf(name, room)}}`))
}

/** A body as it is sent. */
export const bodyShape = (name: string, body: object): Shape => json(name, JSON.stringify(body))

export function formShapes(size: number): Shape[] {
  return [
    form(
      'many fields',
      filled(size, (index) => `k${index}=1`, ['', '', '&']),
    ),
    form(
      'one field many times',
      filled(size, () => 'id=1', ['', '', '&']),
    ),
    form(
      'many members of a list',
      filled(size, (index) => `id[${index}]=1`, ['', '', '&']),
    ),
    form('ampersands', '&'.repeat(size)),
    form('percent signs', `id=${'%41'.repeat(Math.floor((size - 3) / 3))}`),
    form('wrong percent signs', `id=${'%'.repeat(size - 3)}`),
    form('brackets', `${'[0]'.repeat(Math.floor((size - 2) / 3))}=1`),
    form('digits in a bracket', `x[${'0'.repeat(size - 3)}`),
  ]
}

export function multipartShapes(size: number): Shape[] {
  const part = (name: string, value: string) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const multipart = (name: string, text: string): Shape => ({ name, type: 'multipart/form-data; boundary=x', body: Buffer.from(text) })
  return [
    multipart(
      'many parts',
      filled(size, (index) => part(`k${index}`, '1'), ['', '--x--', '']),
    ),
    multipart('one long part', `${part('id', 'a'.repeat(size - 80))}--x--`),
    multipart('a long header', `--x\r\n${'a: b\r\n'.repeat(Math.floor((size - 5) / 6))}`),
    multipart('nearly boundaries', '\r\n--'.repeat(Math.floor(size / 4))),
  ]
}

/** The same bodies compressed, for routes that inflate them up to `inflated` bytes. */
export function compressedShapes(size: number, inflated: number, of: (size: number) => Shape[]): Shape[] {
  return of(inflated)
    .map((shape): Shape => ({ ...shape, name: `${shape.name}, compressed`, body: gzipSync(shape.body, { level: 9 }), encoding: 'gzip' }))
    .filter(({ body }) => body.length <= size)
}

/** Query strings; the parser of HTTP takes 16 KB of headers, address included. */
export function queryStrings(size = 15_000): { name: string; query: string }[] {
  return formShapes(size).map(({ name, body }) => ({ name, query: body.toString() }))
}
