/** What a cell says, as a person reads it: the text, the number, the day. */
import { numberText, unescaped } from '../../model/workbook.ts'
import { limits } from './limits.ts'
import type { Workbook } from './workbook.ts'
import type { Attributes } from './read-xml.ts'

/** The text of a cell as people read it in the program that wrote it. @param kept What stands in the file for this cell. */
export function cellText(cell: Attributes, kept: string, workbook: Workbook): string {
  if (kept === '') return ''
  switch (cell['t']) {
    case 's':
      return workbook.strings[Number(kept)] ?? ''
    case 'inlineStr':
    case 'str':
      return unescaped(kept).slice(0, limits.cell)
    case 'b':
      return kept === '1' || kept === 'true' ? 'true' : 'false'
    case 'e':
      return kept.slice(0, 32)
    // A day written out (ISO 8601), as the strict form of the format has it.
    case 'd':
      return kept
        .slice(0, 32)
        .replace('T', ' ')
        .replace(/(\.\d+)?Z?$/, '')
    default:
      return numberText(kept, workbook.formats[Number(cell['s'] ?? 0)] ?? '', workbook.from1904)
  }
}
