/** What has to be known of a workbook before its first sheet can be read: where the sheet is, its texts, its number formats. */
import { unescaped } from '../../model/workbook.ts'
import { limits, refuse } from './limits.ts'
import type { Package } from './package.ts'
import type { Attributes } from './read-xml.ts'
import { readAll } from './read-xml.ts'

export interface Workbook {
  /** The sheets that are shown: what they are called, their part, and their number among all sheets. At least one. */
  readonly sheets: readonly { readonly name: string; readonly part: string; readonly number: number }[]
  readonly strings: readonly string[]
  /** The part with these. */
  readonly stringsPart: string | undefined
  /** Number format of each cell style. */
  readonly formats: readonly string[]
  /** Days are counted from 1904, as old workbooks of the Macintosh do. */
  readonly from1904: boolean
  /** Texts of which parts have looks of their own, by their numbers. */
  readonly rich: ReadonlySet<number>
  /** The parts with the looks of cells and with the colours that these name. */
  readonly looks: { readonly styles: string | undefined; readonly theme: string | undefined }
  /** The part with the pictures that lie in cells, as WPS has them. */
  readonly cellPictures: string | undefined
  /** Rows that stand at the head of each printed page, by the number of their sheet among all sheets: what the name `_xlnm.Print_Titles` says. */
  readonly titles: ReadonlyMap<number, string>
  /** The sheets that are not shown, by their names. */
  readonly hidden: readonly string[]
  /** It brings programs along. */
  readonly hasMacros: boolean
  /** It takes values from other files. */
  readonly hasLinks: boolean
}

/** Characters of the text behind a name. */
const MAX_NAME = 500

export interface Relation {
  id: string
  type: string
  target: string
}

/** Sheets, shared strings, formats and date system of a workbook; of its rows nothing is read yet. @throws SheetError */
export async function readWorkbook(parts: Package): Promise<Workbook> {
  const main = find(await relationsOf(parts, ''), 'officeDocument') ?? refuse('unreadable')
  const relations = await relationsOf(parts, main.target)
  const sheets: Attributes[] = []
  const titles = new Map<number, string>()
  let from1904 = false
  let titlesOf: number | undefined
  await readAll(await parts.read(main.target, limits.otherBytes), {
    open(name, attributes) {
      if (name === 'sheet') sheets.push(attributes)
      if (name === 'workbookPr') from1904 = /^(1|true)$/.test(attributes['date1904'] ?? '')
      if (name === 'definedName' && attributes['name'] === '_xlnm.Print_Titles') titlesOf = Number(attributes['localSheetId'])
    },
    text(part) {
      if (titlesOf !== undefined) titles.set(titlesOf, `${titles.get(titlesOf) ?? ''}${part}`.slice(0, MAX_NAME))
    },
    close(name) {
      if (name === 'definedName') titlesOf = undefined
    },
  })
  const shown = sheets.filter((sheet) => (sheet['state'] ?? 'visible') === 'visible')
  const idOf = (sheet: Attributes) => Object.entries(sheet).find(([name]) => /^\w+:id$/.test(name))?.[1]
  const found = shown.flatMap((sheet) => {
    const relation = relations.find(({ id, type }) => id === idOf(sheet) && type === 'worksheet')
    return relation ? [{ name: sheet['name'] ?? '', part: relation.target, number: sheets.indexOf(sheet) }] : []
  })
  if (found.length === 0) refuse('no-sheet')
  const strings = find(relations, 'sharedStrings')
  const styles = find(relations, 'styles')
  const { texts, rich } = strings && parts.has(strings.target) ? await readStrings(parts, strings.target) : NO_STRINGS
  const partOf = (relation: Relation | undefined) => (relation && parts.has(relation.target) ? relation.target : undefined)
  return {
    sheets: found,
    strings: texts,
    stringsPart: partOf(strings),
    rich,
    looks: { styles: partOf(styles), theme: partOf(find(relations, 'theme')) },
    cellPictures: partOf(find(relations, 'cellImage')),
    titles,
    hidden: sheets.filter((sheet) => !shown.includes(sheet)).map((sheet) => sheet['name'] ?? ''),
    hasMacros: find(relations, 'vbaProject') !== undefined || find(relations, 'xlMacrosheet') !== undefined,
    hasLinks: find(relations, 'externalLink') !== undefined,
    formats: styles && parts.has(styles.target) ? await readFormats(parts, styles.target) : [],
    from1904,
  }
}

function find(relations: readonly Relation[], type: string): Relation | undefined {
  return relations.find((relation) => relation.type === type)
}

/** Relations inside the package; what points outside of it is not looked at. */
export async function relationsOf(parts: Package, source: string): Promise<Relation[]> {
  const folder = source.slice(0, source.lastIndexOf('/') + 1)
  const name = `${folder}_rels/${source.slice(folder.length)}.rels`
  const relations: Relation[] = []
  if (!parts.has(name)) return relations
  await readAll(await parts.read(name, limits.otherBytes), {
    open(tag, { Id = '', Type = '', Target = '', TargetMode }) {
      if (tag !== 'Relationship' || TargetMode === 'External') return
      const target = Target.startsWith('/') ? Target.slice(1) : new URL(Target, `file:///${folder}`).pathname.slice(1)
      relations.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), target: decodeURIComponent(target) })
    },
  })
  return relations
}

interface Strings {
  readonly texts: string[]
  readonly rich: ReadonlySet<number>
}
const NO_STRINGS: Strings = { texts: [], rich: new Set() }

/** The shared texts. A text may be made of runs with formats of their own; its reading aid (phonetic) is no part of it. */
async function readStrings(parts: Package, name: string): Promise<Strings> {
  const strings: string[] = []
  const rich = new Set<number>()
  let text = ''
  let inText = false
  let inAid = false
  await readAll(await parts.read(name, limits.stringsBytes), {
    open(tag) {
      if (tag === 'si') text = ''
      else if (tag === 'rPh') inAid = true
      else if (tag === 'r') rich.add(strings.length)
      else if (tag === 't') inText = !inAid
    },
    text(part) {
      if (inText && text.length < limits.cell) text += part
    },
    close(tag) {
      if (tag === 't') inText = false
      else if (tag === 'rPh') inAid = false
      else if (tag === 'si' && strings.push(unescaped(text).slice(0, limits.cell)) > limits.strings) refuse('too-big')
    },
  })
  return { texts: strings, rich }
}

/** Formats that every workbook knows by number; those not named here are plain, or such as reports have none of (ECMA-376 part 1, 18.8.30). */
const known: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm',
  19: 'h:mm:ss',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  27: 'yyyy-mm',
  28: 'm-d',
  29: 'm-d',
  30: 'm-d-yy',
  31: 'yyyy-m-d',
  32: 'h:mm',
  33: 'h:mm:ss',
  34: 'h:mm',
  35: 'h:mm:ss',
  36: 'yyyy-mm',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  50: 'yyyy-mm',
  51: 'm-d',
  52: 'yyyy-mm',
  53: 'm-d',
  54: 'm-d',
  55: 'yyyy-mm',
  56: 'm-d',
  57: 'yyyy-mm',
  58: 'm-d',
}

/** The number format of each cell style, in the order in which cells refer to them. */
async function readFormats(parts: Package, name: string): Promise<string[]> {
  const own = new Map<number, string>()
  const formats: number[] = []
  let inStyles = false
  await readAll(await parts.read(name, limits.otherBytes), {
    open(tag, attributes) {
      if (tag === 'numFmt') own.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '')
      else if (tag === 'cellXfs') inStyles = true
      else if (tag === 'xf' && inStyles) formats.push(Number(attributes['numFmtId'] ?? 0))
    },
    close(tag) {
      if (tag === 'cellXfs') inStyles = false
    },
  })
  return formats.map((id) => own.get(id) ?? known[id] ?? '')
}
