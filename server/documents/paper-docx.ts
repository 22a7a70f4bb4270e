/** A document of one record as a Word document: what paper.ts draws as a PDF, to be gone on with. Of pictures the names stand there. */
import { XML } from '../../model/workbook.ts'
import { LONG, MAIN, MARGIN, SHORT, docxParts, headingRow, paragraph, run, sectionOf, tableHead } from './docx-parts.ts'
import type { Block, Box, Paper } from './paper.ts'
import { zip } from './zip.ts'

const TWELFTHS = 12
/** Boxes to sign beside each other. */
const SIGNATURES = 3

/** The bytes of the document. */
export function writePaperDocx(paper: Paper): AsyncGenerator<Buffer> {
  return zip(docxParts({ locale: paper.locale, header: paper.header }, contentOf(paper)))
}

function contentOf({ title, note, blocks, signatures, ending, footer, isLandscape }: Paper): string {
  const room = (isLandscape ? LONG : SHORT) - 2 * MARGIN
  const signed = Array.from({ length: Math.ceil(signatures.length / SIGNATURES) }, (_, row) =>
    boxesOf(
      signatures
        .slice(row * SIGNATURES, (row + 1) * SIGNATURES)
        .map((label) => ({ label, value: '', span: TWELFTHS / SIGNATURES, blankLines: 4 })),
      room,
    ),
  )
  const parts = [
    paragraph('Heading1', title),
    ...(note === '' ? [] : [paragraph('Small', note)]),
    ...blocks.map((block) => blockOf(block, room)),
    ...signed,
    ...[ending, footer].filter(Boolean).map((text) => paragraph('Small', text)),
  ]
  return `${XML}<w:document ${MAIN}><w:body>${parts.join('')}${sectionOf(isLandscape)}</w:body></w:document>`
}

function blockOf(block: Block, room: number): string {
  switch (block.kind) {
    case 'heading':
      return paragraph('Heading2', block.text)
    case 'text':
      return paragraph('Cell', block.text)
    case 'rule':
      return '<w:p><w:pPr><w:pBdr><w:bottom w:val="single" w:sz="4" w:space="1" w:color="BFBFBF"/></w:pBdr></w:pPr></w:p>'
    case 'boxes':
      return boxesOf(block.boxes, room)
    case 'table': {
      const widths = block.columns.map(() => Math.floor(room / Math.max(1, block.columns.length)))
      const rows = block.rows.map((cells) =>
        rowOf(
          cells.map((text) => paragraph('Cell', text)),
          widths,
        ),
      )
      return `${paragraph('Heading2', block.title)}${tableHead(widths)}${headingRow(block.columns, widths)}${rows.join('')}</w:tbl>${EMPTY}`
    }
    case 'pictures':
      return boxesOf([{ label: block.label, value: block.pictures.map(({ name }) => name).join('\n'), span: TWELFTHS }], room)
  }
}

/** Between two tables, which would become one. */
const EMPTY = '<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="60" w:lineRule="exact"/></w:pPr></w:p>'

function boxesOf(boxes: readonly Box[], room: number): string {
  if (boxes.length === 0) return ''
  const widths = boxes.map(({ span }) => Math.floor((room * span) / TWELFTHS))
  const cells = boxes.map(
    ({ label, value, blankLines = 1 }) =>
      `${paragraph('Small', label)}<w:p><w:pPr><w:pStyle w:val="Cell"/></w:pPr>${run(value === '' ? '\n'.repeat(blankLines - 1) : value)}</w:p>`,
  )
  return `${tableHead(widths)}${rowOf(cells, widths)}</w:tbl>${EMPTY}`
}

const rowOf = (cells: readonly string[], widths: readonly number[]): string =>
  `<w:tr><w:trPr><w:cantSplit/></w:trPr>${cells.map((cell, index) => `<w:tc><w:tcPr><w:tcW w:w="${widths[index]}" w:type="dxa"/></w:tcPr>${cell}</w:tc>`).join('')}</w:tr>`
