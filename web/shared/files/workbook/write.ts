/** A workbook made in the browser. Every text is a text cell, as in those of the server: there is no way into a formula. */
import { strToU8, zipSync } from 'fflate'
import { sheetName } from '../../../../model/workbook.ts'
import type { Cell } from '../../../../model/workbook-parts.ts'
import { XLSX, partsAround, rowXml, sheetEnd, sheetPath, sheetStart, style } from '../../../../model/workbook-parts.ts'

export interface SheetContent {
  readonly title: string
  readonly headings: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

/** The parts of the package by their path. */
export function partsOf({ title, headings, rows }: SheetContent): Record<string, string> {
  const styleOf = (cells: readonly Cell[]) => (at: number) => (typeof cells[at] === 'number' ? style.number : style.text)
  const sheet = [
    sheetStart({ isFrozen: true }),
    rowXml(1, headings, () => style.heading),
    ...rows.map((row, at) => rowXml(at + 2, row, styleOf(row))),
    sheetEnd(),
  ]
  return { ...partsAround([sheetName(title, 1)]), [sheetPath(1)]: sheet.join('') }
}

/** A workbook of one sheet, ready to be saved. */
export function writeWorkbook(content: SheetContent): Blob {
  const files = Object.fromEntries(Object.entries(partsOf(content)).map(([path, xml]) => [path, strToU8(xml)]))
  return new Blob([zipSync(files) as BlobPart], { type: XLSX })
}

/** Files in one archive; names that are there twice are told apart, and none leads out of the folder it is unpacked in. */
export function writeArchive(files: readonly { readonly name: string; readonly content: Uint8Array }[]): Blob {
  const entries: Record<string, Uint8Array> = {}
  for (const { name, content } of files) entries[freeName(safeName(name), entries)] = content
  return new Blob([zipSync(entries) as BlobPart], { type: 'application/zip' })
}

/** The name without what a file system or a reader could be misled by; never empty. */
export function safeName(name: string): string {
  return (
    name
      .replace(/[\u0000-\u001f<>:"/\\|?*\u202a-\u202e\u2066-\u2069]/g, '_')
      .replace(/^\.+|[. ]+$/g, '_')
      .slice(0, 120) || 'file'
  )
}

function freeName(name: string, taken: Readonly<Record<string, unknown>>): string {
  const [, stem = name, ending = ''] = /^(.*?)(\.[^.]*)?$/.exec(name) ?? []
  for (let count = 1; ; count += 1) {
    const wanted = count === 1 ? name : `${stem} (${count})${ending}`
    if (!Object.hasOwn(taken, wanted)) return wanted
  }
}
