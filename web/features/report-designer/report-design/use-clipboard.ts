/** Copying, cutting and pasting in the sheet: cells of this template as they are, tables and texts of other programs, and pictures. */
import type { ClipboardEvent } from 'react'
import { useRef } from 'react'
import type { Area } from '../../../../model/reports/places.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { isPicture } from '../../../shared/reports/template-pictures.ts'
import { nameOfArea } from './state/cells.ts'
import { cellsOfText, htmlOf, pasteForeign, pasteOwn, textOf } from './state/clipboard.ts'
import type { Copied } from './state/clipboard.ts'
import { clear } from './state/edits.ts'
import { isShallow } from './state/html-shape.ts'
import { MAX_HTML, cellsOfTable } from './state/html-table.ts'
import { usePutPicture } from './use-put-picture.ts'
import { useSheet, useSheetState } from './store.ts'

/** What is longer or deeper than any sheet is not even parsed. */
const tableIn = (html: string) =>
  html === '' || html.length > MAX_HTML || !isShallow(html) ? undefined : cellsOfTable(new DOMParser().parseFromString(html, 'text/html'))

interface Clipboard {
  readonly chosen: Area
  /** While a cell is written, its text is what is copied and pasted. */
  readonly isWriting: boolean
  readonly announce: (text: string) => void
}

/** The handlers of the sheet for copying, cutting and pasting. */
export function useClipboard({ chosen, isWriting, announce }: Clipboard) {
  const t = useT()
  const sheet = useSheet()
  const template = useSheetState((state) => state.template)
  const copied = useRef<Copied>(undefined)
  const put = usePutPicture(announce)

  function copy(event: ClipboardEvent<HTMLDivElement>): void {
    if (isWriting || !event.currentTarget.contains(event.target as Node)) return
    event.preventDefault()
    const text = textOf(template, chosen)
    copied.current = { text, template, area: chosen }
    event.clipboardData.setData('text/plain', text)
    event.clipboardData.setData('text/html', htmlOf(template, chosen))
    announce(t('report-design.copied', { cells: nameOfArea(chosen) }))
  }

  function paste(event: ClipboardEvent<HTMLDivElement>): void {
    if (isWriting) return
    event.preventDefault()
    const [text, html] = ['text/plain', 'text/html'].map((type) => event.clipboardData.getData(type)) as [string, string]
    // A spreadsheet gives a picture of its cells along with them.
    const picture = text === '' && !/<t[dh][\s>]/i.test(html) ? [...event.clipboardData.files].find(isPicture) : undefined
    if (picture) return void put(picture, sheet.store.getState().at)
    const own = copied.current
    let area: Area | undefined
    sheet.change((made, _area, place) => {
      // Line ends are as the system has them.
      const isOwn = own && text.replaceAll('\r\n', '\n') === own.text.replaceAll('\r\n', '\n')
      const pasted = own && isOwn ? pasteOwn(made, place, own) : pasteForeign(made, place, tableIn(html) ?? cellsOfText(text))
      area = pasted.area
      return pasted.template
    })
    if (area) {
      sheet.choose(area.from, area.to)
      announce(t('report-design.pasted', { cells: nameOfArea(area) }))
    }
  }

  function cut(event: ClipboardEvent<HTMLDivElement>): void {
    if (isWriting) return
    copy(event)
    sheet.change(clear)
  }

  return { onCopy: copy, onCut: cut, onPaste: paste }
}
