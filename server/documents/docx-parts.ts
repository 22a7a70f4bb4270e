/** What every Word document of ours has (ECMA-376): its parts, its styles, what stands above and below each page. */
import { XML, xmlText } from '../../model/workbook.ts'
import type { Entry } from './zip.ts'

/** The namespaces of a document. */
export const MAIN =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

/** Twentieths of a point: A4, and its margins. */
export const SHORT = 11_906
export const LONG = 16_838
export const MARGIN = 1_000

interface Around {
  /** A language tag (BCP 47). */
  readonly locale: string
  /** Above each page. */
  readonly header: string
}

/** Parts beside those of every document: what stands of them in the list of types, and the relations that lead to them. */
interface MoreParts {
  readonly entries: readonly Entry[]
  readonly types: string
  readonly relations: string
  /** What stands behind each page, as a part of its header. */
  readonly behind?: string | undefined
  /** What each page has beside the text above it and its number below. */
  readonly pages?: AroundPage | undefined
  /** What the first page has in place of it. */
  readonly first?: AroundPage | undefined
}

/** Tables: below the text that stands above a page, and above the number of the page. */
interface AroundPage {
  readonly header: string
  readonly footer: string
}

const NOTHING: AroundPage = { header: '', footer: '' }

/** What stands above and below the pages, with the part and the relation of each. */
function aroundParts(text: string, { pages = NOTHING, first, behind = '' }: MoreParts) {
  const small = (look: string, content: string) => `<w:p><w:pPr><w:pStyle w:val="Small"/>${look}</w:pPr>${content}</w:p>`
  // What is told apart by a table ends with a paragraph.
  const header = (table: string) =>
    `${XML}<w:hdr ${MAIN}>${small('', `${behind}${run(text)}`)}${table === '' ? '' : `${table}<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="20" w:lineRule="exact"/></w:pPr></w:p>`}</w:hdr>`
  const footer = (table: string) =>
    `${XML}<w:ftr ${MAIN}>${table}${small('<w:jc w:val="center"/>', `${pageField('PAGE')}${run(' / ')}${pageField('NUMPAGES')}`)}</w:ftr>`
  return [
    { id: 'rId2', part: 'header1', type: 'header', content: header(pages.header) },
    { id: 'rId3', part: 'footer1', type: 'footer', content: footer(pages.footer) },
    ...(first
      ? [
          { id: 'rId4', part: 'header2', type: 'header', content: header(first.header) },
          { id: 'rId5', part: 'footer2', type: 'footer', content: footer(first.footer) },
        ]
      : []),
  ]
}

/** What a section says of the parts above and below its pages; the first one has its own where it is said. */
export const aroundReferences = (hasFirst: boolean): string =>
  (hasFirst ? '<w:headerReference w:type="first" r:id="rId4"/><w:footerReference w:type="first" r:id="rId5"/>' : '') +
  '<w:headerReference w:type="default" r:id="rId2"/><w:footerReference w:type="default" r:id="rId3"/>'

/** The parts of a document around its text. @param document The part `word/document.xml` */
export async function* docxParts(
  { locale, header }: Around,
  document: Entry['content'],
  more: MoreParts = { entries: [], types: '', relations: '' },
): AsyncGenerator<Entry> {
  const around = aroundParts(header, more)
  const override = (part: string, type: string) => `<Override PartName="/word/${part}.xml" ContentType="${WORD}.${type}+xml"/>`
  yield {
    path: '[Content_Types].xml',
    content:
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>` +
      `${override('document', 'document.main')}${override('styles', 'styles')}${around.map(({ part, type }) => override(part, type)).join('')}${more.types}</Types>`,
  }
  yield {
    path: '_rels/.rels',
    content: `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="word/document.xml"/></Relationships>`,
  }
  yield {
    path: 'word/_rels/document.xml.rels',
    content: relationsXml(
      `${[{ id: 'rId1', part: 'styles', type: 'styles' }, ...around].map(({ id, part, type }) => `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${part}.xml"/>`).join('')}${more.relations}`,
    ),
  }
  yield* more.entries
  yield { path: 'word/styles.xml', content: stylesFor(locale) }
  for (const { part, content } of around) {
    yield { path: `word/${part}.xml`, content }
    // Each part has its own relations: what is drawn in it is not found by those of the document.
    if (/ r:(?:embed|id)="/.test(content)) yield { path: `word/_rels/${part}.xml.rels`, content: relationsXml(more.relations) }
  }
  yield { path: 'word/document.xml', content: document }
}

const relationsXml = (relations: string) => `${XML}<Relationships xmlns="${PACKAGE}/relationships">${relations}</Relationships>`

/** What ends each document: its page, and what stands above and below it. */
export function sectionOf(isWide: boolean): string {
  const [width, height] = isWide ? [LONG, SHORT] : [SHORT, LONG]
  return (
    `<w:sectPr>${aroundReferences(false)}` +
    `<w:pgSz w:w="${width}" w:h="${height}"${isWide ? ' w:orient="landscape"' : ''}/><w:pgMar w:top="${MARGIN}" w:right="${MARGIN}" w:bottom="${MARGIN}" w:left="${MARGIN}" w:header="500" w:footer="500" w:gutter="0"/></w:sectPr>`
  )
}

/** The XML that begins a table. @param widths Of its columns, in twentieths of a point */
export function tableHead(widths: readonly number[]): string {
  const border = (side: string) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="BFBFBF"/>`
  return (
    `<w:tbl><w:tblPr><w:tblW w:w="${widths.reduce((all, each) => all + each, 0)}" w:type="dxa"/><w:tblBorders>${['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(border).join('')}</w:tblBorders><w:tblLayout w:type="fixed"/>` +
    `<w:tblCellMar><w:left w:w="60" w:type="dxa"/><w:right w:w="60" w:type="dxa"/></w:tblCellMar></w:tblPr><w:tblGrid>${widths.map((each) => `<w:gridCol w:w="${each}"/>`).join('')}</w:tblGrid>`
  )
}

/** The row of headings, which stands again on every page. */
export const headingRow = (headings: readonly string[], widths: readonly number[]): string =>
  `<w:tr><w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>${headings.map((heading, index) => `<w:tc><w:tcPr><w:tcW w:w="${widths[index]}" w:type="dxa"/><w:shd w:val="clear" w:color="auto" w:fill="E6F0FA"/></w:tcPr><w:p><w:pPr><w:pStyle w:val="Cell"/></w:pPr><w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">${xmlText(heading)}</w:t></w:r></w:p></w:tc>`).join('')}</w:tr>`

/** A paragraph in one of the styles. */
export const paragraph = (style: 'Heading1' | 'Heading2' | 'Small' | 'Cell', text: string): string =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr>${text === '' ? '' : run(text)}</w:p>`

/** Line breaks and tabs are elements of their own. */
export function run(text: string): string {
  if (!/[\n\t]/.test(text)) return `<w:r><w:t xml:space="preserve">${xmlText(text)}</w:t></w:r>`
  const parts = text
    .split(/(\n|\t)/)
    .map((part) => (part === '\n' ? '<w:br/>' : part === '\t' ? '<w:tab/>' : part && `<w:t xml:space="preserve">${xmlText(part)}</w:t>`))
  return `<w:r>${parts.join('')}</w:r>`
}

function pageField(name: 'PAGE' | 'NUMPAGES'): string {
  return `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${name} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>1</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`
}

/** Fonts that Windows and macOS bring along for each script; where one is missing, the reader puts another in its place. */
const EAST_ASIAN: Record<string, string> = { 'zh-CN': 'Microsoft YaHei', 'zh-TW': 'Microsoft JhengHei' }

function stylesFor(locale: string): string {
  const east = EAST_ASIAN[locale] ?? 'Microsoft YaHei'
  const style = (id: string, name: string, spacing: string, look: string) =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:pPr>${spacing}</w:pPr><w:rPr>${look}</w:rPr></w:style>`
  const size = (halfPoints: number) => `<w:sz w:val="${halfPoints}"/><w:szCs w:val="${halfPoints}"/>`
  return (
    `${XML}<w:styles ${MAIN}><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="${east}" w:cs="Calibri"/>${size(21)}<w:lang w:val="${locale}" w:eastAsia="${locale.startsWith('zh') ? locale : 'zh-CN'}"/></w:rPr></w:rPrDefault></w:docDefaults>` +
    style('Heading1', 'heading 1', '<w:keepNext/><w:spacing w:before="0" w:after="60"/><w:outlineLvl w:val="0"/>', `<w:b/>${size(32)}`) +
    style('Heading2', 'heading 2', '<w:keepNext/><w:spacing w:before="160" w:after="60"/><w:outlineLvl w:val="1"/>', `<w:b/>${size(25)}`) +
    style('Small', 'Small', '<w:spacing w:before="0" w:after="80"/>', `<w:color w:val="595959"/>${size(17)}`) +
    style('Cell', 'Cell', '<w:spacing w:before="20" w:after="20"/>', size(17)) +
    '</w:styles>'
  )
}
