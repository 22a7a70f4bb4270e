/** Pictures of report templates: stored for a cell, shown on the sheet, and taken along in a file. */
import { queryOptions } from '@tanstack/react-query'
import { queryReportPicture, uploadReportPicture } from '../../../model/contract/report/templates.ts'
import {
  MAX_PICTURE_MEGABYTES,
  MAX_PICTURE_PIXELS,
  MAX_PICTURE_SIDE,
  PICTURE_TYPES,
  picturesOf,
  withPictures,
} from '../../../model/reports/pictures.ts'
import type { ReportTemplate } from '../../../model/reports/template.ts'
import type { AskOptions } from '../../kernel/http/ask.ts'
import { ask } from '../../kernel/http/ask.ts'

/** A template as it is kept in a file: with its pictures, by the ids that its cells name. */
export interface KeptTemplate extends ReportTemplate {
  readonly pictures?: Readonly<Record<string, string>>
}

/** A picture on the sheet: it is never another one, so it is asked for once. */
export const pictureQuery = (id: string) =>
  queryOptions({
    queryKey: ['report-picture', id],
    queryFn: () => ask(queryReportPicture, { id }, { quiet: true }),
    staleTime: Infinity,
    retry: false,
  })

/** Whether a file is a picture that a cell may have, as far as its type says; the server looks at what stands in it. */
export const isPicture = ({ type }: Blob): boolean => PICTURE_TYPES.some((one) => one === type)

/** The id of the picture that is stored of a file. @throws ApiError of what is no picture of reports */
export async function storePicture(file: Blob, options: AskOptions = {}): Promise<string> {
  const ready = await prepared(file)
  return (await ask(uploadReportPicture, { file: new File([ready], 'picture', { type: ready.type }) }, options)).id
}

/** The template with its pictures, as a file has it. @throws ApiError of one that cannot be had */
export async function withContents(template: ReportTemplate): Promise<KeptTemplate> {
  const pictures: Record<string, string> = {}
  for (const id of picturesOf(template).keys()) pictures[id] = (await ask(queryReportPicture, { id })).content
  return Object.keys(pictures).length > 0 ? { ...template, pictures } : template
}

/** The template whose pictures are stored, and none stands beside it any more. It comes out of a file: what is no template is for the server to refuse. @throws ApiError of what is no picture of reports */
export async function stored({ pictures, ...template }: KeptTemplate): Promise<ReportTemplate> {
  if (!isObject(pictures) || !isObject(template.page) || !isObject(template.cells) || !Object.values(template.cells).every(isObject))
    return template
  const ids = new Map<string, string>()
  for (const id of picturesOf(template).keys()) {
    const content = Object.hasOwn(pictures, id) ? blobOf(pictures[id]) : undefined
    if (content) ids.set(id, await storePicture(content, { quiet: true }))
  }
  return withPictures(template, ids)
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const ADDRESS = /^data:([a-z]+\/[a-z+.-]+);base64,([A-Za-z0-9+/]+={0,2})$/

/** The content of an address that begins with `data:`; undefined of any other. */
function blobOf(address: unknown): Blob | undefined {
  const [, type, text] = (typeof address === 'string' ? ADDRESS.exec(address) : null) ?? []
  if (type === undefined || text === undefined) return undefined
  try {
    return new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], { type })
  } catch {
    return undefined
  }
}

/** Bytes that tell what kind of picture it is, and the side in pixels that a large one is drawn with. */
const HEAD_BYTES = 64 * 1024
const DRAWN_SIDE = 2000

/**
 * The file, or what the browser draws of it where it cannot stay as it is: a photograph says in its metadata, which is not kept, which side is up; a PNG may be of a kind
 * that not all programs draw alike; and both may be too large.
 */
async function prepared(file: Blob): Promise<Blob> {
  if (!isPicture(file)) return file
  const isLarge = file.size >= MAX_PICTURE_MEGABYTES * 1024 * 1024
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  // What it cannot read is for the server to refuse.
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (!picture) return file
  const { width, height } = picture
  const isWide = Math.max(width, height) > MAX_PICTURE_SIDE || width * height > MAX_PICTURE_PIXELS
  try {
    return isLarge || isWide || isOdd(head)
      ? ((await drawn(picture, file.type, isLarge || isWide ? DRAWN_SIDE : MAX_PICTURE_SIDE)) ?? file)
      : file
  } finally {
    picture.close()
  }
}

/** Whether a picture says which side is up, or is a PNG that is interlaced, or whose transparent colours are told beside its pixels other than in a palette of eight bits (PNG specification, section 11). */
function isOdd(head: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(head)
  if (head[0] === 0xff) return text.includes('Exif\0')
  return head[28] === 1 || (text.includes('tRNS') && !(head[24] === 8 && head[25] === 3))
}

async function drawn(picture: ImageBitmap, type: string, longest: number): Promise<Blob | undefined> {
  const scale = Math.min(1, longest / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const pen = canvas.getContext('2d')
  if (!pen) return undefined
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), type, 0.9))
}
