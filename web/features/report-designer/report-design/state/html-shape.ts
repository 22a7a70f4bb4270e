/**
 * Whether a text of HTML is of a shape that a browser parses soon. Browsers take the square of the time for elements that lie deep in each other: of a megabyte of `<div>`
 * the page would never come back. What programs put into the clipboard closes what it opens, in order; anything else is refused, so that nobody can hide depth from the count.
 */

const MAX_DEPTH = 100
/** Elements without an end. */
const VOID = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr'])
/** What stands in them is text. */
const RAW = new Set(['style', 'title'])
/** In them tags mean something else. */
const OTHER = new Set('frameset iframe math noembed noframes noscript plaintext script select svg template textarea xmp'.split(' '))
const SPACE = /\s/

/** Whether every element is closed in its turn, and none lies deeper than a table of a spreadsheet does. */
export function isShallow(html: string): boolean {
  const open: string[] = []
  for (let at = html.indexOf('<'); at >= 0;) {
    const next = html.charAt(at + 1)
    if (/[a-z]/i.test(next) || (next === '/' && /[a-z]/i.test(html.charAt(at + 2)))) {
      const isEnd = next === '/'
      const name = nameAt(html, at + (isEnd ? 2 : 1))
      const end = endOfTag(html, at + (isEnd ? 2 : 1) + name.length)
      const tag = name.toLowerCase()
      if (end === undefined || OTHER.has(tag)) return false
      at = end
      if (isEnd && !VOID.has(tag) && open.pop() !== tag) return false
      if (!isEnd && !VOID.has(tag) && open.push(tag) > MAX_DEPTH) return false
      if (!isEnd && RAW.has(tag)) at = endOfRaw(html, tag, at)
    } else if (next === '!' || next === '?' || next === '/') at = endOfComment(html, at)
    else at += 1
    at = at < 0 ? -1 : html.indexOf('<', at)
  }
  return true
}

const MAX_NAME = 64
/** The name of a tag, cut where it is longer than any. */
const nameAt = (html: string, at: number): string => /^[^\s/><"']*/.exec(html.slice(at, at + MAX_NAME))?.[0] ?? ''

/** Behind what ends a tag; undefined where it does not end, or is written in a way that readers might part differently. */
function endOfTag(html: string, from: number): number | undefined {
  let at = from
  const skip = (wanted: (character: string) => boolean) => {
    while (at < html.length && wanted(html.charAt(at))) at += 1
  }
  for (;;) {
    skip((character) => character === '/' || SPACE.test(character))
    if (html.charAt(at) === '>') return at + 1
    const begin = at
    skip((character) => !/[\s/>=<"']/.test(character))
    if (at === begin) return undefined
    skip((character) => SPACE.test(character))
    if (html.charAt(at) !== '=') continue
    at += 1
    skip((character) => SPACE.test(character))
    const quote = html.charAt(at)
    if (quote === '"' || quote === "'") {
      const end = html.indexOf(quote, at + 1)
      if (end < 0) return undefined
      at = end + 1
    } else {
      const value = at
      skip((character) => !/[\s><"'=`]/.test(character))
      if (at === value || (at < html.length && !/[\s>]/.test(html.charAt(at)))) return undefined
    }
  }
}

/** Behind a comment; less than 0 where all the rest is one. What begins with `<!` otherwise ends with the next `>`. */
function endOfComment(html: string, at: number): number {
  if (!html.startsWith('<!--', at)) return html.indexOf('>', at)
  const end = /--!?>/g
  end.lastIndex = at + 2
  return end.exec(html) ? end.lastIndex : -1
}

/** Where the end of an element stands in which there is text alone. */
function endOfRaw(html: string, tag: string, at: number): number {
  const end = new RegExp(`</${tag}[\\s/>]`, 'gi')
  end.lastIndex = at
  return end.exec(html)?.index ?? -1
}
