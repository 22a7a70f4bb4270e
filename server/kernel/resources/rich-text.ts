/**
 * Rich text as it may be stored. Whatever shows it cleans it once more (web/ui/rich-text/sanitize.ts), by the same lists
 * (model/rich-text.ts): a page that forgets to, a mail, or somebody's own program finds nothing that runs.
 */
import { createRequire } from 'node:module'
import type sanitizeHtml from 'sanitize-html'
import { isPictureAddress } from '../../../model/file/address.ts'
import { ATTRIBUTES, TAGS, isSafeLink, isSafePicture, safeStyle } from '../../../model/rich-text.ts'

const require = createRequire(import.meta.url)
/** Loaded by the first rich text, and at once, for whoever cleans one does not wait: it takes the start a thirtieth of a second. */
const library = () => require('sanitize-html') as typeof sanitizeHtml

const keep: Readonly<Record<string, (value: string) => string | undefined>> = {
  style: (value) => safeStyle(value) || undefined,
  href: (value) => (isSafeLink(value) ? value : undefined),
  src: (value) => (isSafePicture(value, { owns: isPictureAddress }) ? value : undefined),
}

function safeAttributes(tag: string, attributes: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(attributes).flatMap(([name, value]) => {
    const safe = keep[name] ? keep[name](value) : value
    return safe === undefined ? [] : [[name, safe] as const]
  })
  return { ...Object.fromEntries(kept), ...(tag === 'a' ? { target: '_blank', rel: 'noopener noreferrer' } : {}) }
}

/** The markup that texts may have, everything else removed (allow-list of tags, attributes, styles and addresses). */
export function cleanHtml(html: string): string {
  return library()(html, {
    allowedTags: [...TAGS],
    allowedAttributes: { '*': [...ATTRIBUTES] },
    // Addresses and styles are judged by our own rules, here and not by the library's.
    allowedSchemes: ['http', 'https', 'mailto', 'data'],
    parseStyleAttributes: false,
    transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: safeAttributes(tagName, attribs) }) },
  }).trim()
}

const BLOCK = /<\/(p|h[1-6]|li|tr|blockquote|pre|ul|ol|table)>|<(br|hr)\b[^>]*>/gi
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** The words of it, a line for each paragraph; for files, mails and whatever else knows no markup. */
export function wordsOfHtml(html: string): string {
  return library()(html.replace(BLOCK, '$&\n').replace(/<\/t[dh]>/gi, '$& '), { allowedTags: [], allowedAttributes: {} })
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] as string)
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Whether anybody would see anything: words, or a picture. */
export function isRichTextEmpty(html: string): boolean {
  return wordsOfHtml(html) === '' && !/<img\b[^>]* src="/.test(html)
}
