/**
 * One escaper for each language that the form generator writes. Labels are written by people, so that nothing of them may stand where a
 * program reads code: texts of TypeScript, JSON and SQL are literals without a character that could end them, turn their direction or be
 * taken for something else; names are those that the model allows.
 */

/** Control characters, line ends of other scripts, what turns the direction of text (Unicode TR9) or cannot be seen, and halves of characters. */
const HIDDEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
/** And what would end a script that a page has in it. */
const RISKY = new RegExp(`${HIDDEN.source}|[<>]`, 'g')

const asUnicode = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The text as a literal of JSON, and so of TypeScript. */
const quoted = (text: string): string => JSON.stringify(text).replace(RISKY, asUnicode)

const NAME = /^[A-Za-z][A-Za-z0-9]*$/

/**
 * The value as an expression of TypeScript. Members without a value are left out.
 * @example inTypeScript({ max: 20, labels: ['a'] }) // { max: 20, labels: ["a"] }
 */
export function inTypeScript(value: unknown): string {
  if (value instanceof RegExp) return `new RegExp(${quoted(value.source)}, ${quoted(value.flags)})`
  if (Array.isArray(value)) return `[${value.map(inTypeScript).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).flatMap(([name, member]) =>
      member === undefined ? [] : [`${NAME.test(name) ? name : quoted(name)}: ${inTypeScript(member)}`],
    )
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
  }
  return typeof value === 'string' ? quoted(value) : JSON.stringify(value)
}

/** The value as JSON, with nothing in it that a page or an editor takes for something else. */
export const inJson = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .split('\n')
    .map((line) => line.replace(RISKY, asUnicode))
    .join('\n')

/** The text as a literal of PostgreSQL (section 4.1.2). A backslash means something in `E'…'` alone; no text of PostgreSQL has U+0000. */
export function inSql(text: string): string {
  const doubled = text.toWellFormed().replaceAll('\u0000', '').replaceAll("'", "''")
  const escaped = doubled.replaceAll('\\', '\\\\').replace(HIDDEN, asUnicode)
  return escaped === doubled ? `'${doubled}'` : `E'${escaped}'`
}

/** The name of a table or column of PostgreSQL, quoted, so that no reserved word is one. */
export const sqlName = (name: string): string => `"${name.replaceAll('"', '""')}"`

const ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' }

/** What means something in the middle of a line; an underscore inside of a word does not. */
const MARKS = /[\\`*{}[\]()#!|~$<>&]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|:(?=\/\/)/gu

/** The text as one line of Markdown (CommonMark 0.31, section 2.4) that is nothing but text. */
export const inMarkdown = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(HIDDEN, '\ufffd')
    .replace(MARKS, (letter) => ENTITIES[letter] ?? `\\${letter}`)
    // And at its beginning: lists, and lines below headings.
    .replace(/^[-+=]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2')

/** The name of a field as a comment of TypeScript or SQL may have it. @throws Error for one that the model does not allow */
export function inComment(name: string): string {
  if (!/^[\p{L}\p{N}_]+$/u.test(name)) throw new Error('a name of a form has letters, digits and underscores alone')
  return name
}
