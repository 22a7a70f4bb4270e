/** Parts of a file that a reader asks for: RFC 9110, sections 13.1 (conditions) and 14 (ranges). */
import type { IncomingHttpHeaders } from 'node:http'

/** A part of a file in bytes: from and to, both of which belong to it. */
export interface Part {
  readonly start: number
  readonly end: number
}

/** What to answer: all of it, a part, that there is no such part, that it is known already, or that it is another one by now. */
export type RequestedRange = 'all' | Part | 'unsatisfiable' | 'known' | 'changed'

/**
 * What a request asks for by `Range`, after `If-Match`, `If-None-Match` and `If-Range` (RFC 9110, sections 13 and 14).
 * @param etag A strong one: the same bytes and no others.
 */
export function wantedOf(headers: IncomingHttpHeaders, etag: string, size: number): RequestedRange {
  const { 'if-match': match, 'if-none-match': noneMatch, 'if-range': ifRange, range } = headers
  if (match !== undefined && !lists(match, etag)) return 'changed'
  if (noneMatch !== undefined && lists(noneMatch.replaceAll('W/', ''), etag)) return 'known'
  // There is no date to compare with, and a weak tag says too little: then all of it is sent.
  return range === undefined || (ifRange !== undefined && String(ifRange).trim() !== etag) ? 'all' : partOf(range, size)
}

const lists = (header: string, etag: string) => header.split(',').some((tag) => tag.trim() === etag || tag.trim() === '*')

/** Of several parts at once all is sent, which the standard allows, as of what is no range of bytes. */
function partOf(range: string, size: number): RequestedRange {
  const [, first, last] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(range.trim()) ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'all'
  if (first === '') return Number(last) === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(last)), end: size - 1 }
  const [start, end] = [Number(first), last === '' ? Infinity : Number(last)]
  if (end < start) return 'all'
  return start >= size ? 'unsatisfiable' : { start, end: Math.min(end, size - 1) }
}
