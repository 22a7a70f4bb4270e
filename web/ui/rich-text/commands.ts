/** What the menus of the editor offer: "file edit insert view format table" (section 9 of the specification). */
import type { Editor } from '@tiptap/react'
import { minuteOf } from '../clock.ts'
import type { EditorTexts } from './languages/en.ts'

/** What the editor's surroundings do. */
export interface Surroundings {
  readonly askLink: () => void
  /** Absent where there is nowhere to store a picture. */
  readonly askImage?: (() => void) | undefined
  readonly print: () => void
  readonly toggleSource: () => void
  readonly locale: string
}

export interface Command {
  readonly key: string
  readonly label: string
  readonly run: () => void
  readonly on?: boolean
  readonly off?: boolean
}

export type MenuName = 'file' | 'edit' | 'insert' | 'view' | 'format' | 'table'
export const MENUS: readonly MenuName[] = ['file', 'edit', 'insert', 'view', 'format', 'table']

/** The commands of the editor's menus, with what is on and what can be done at the cursor. */
export function commandsOf(editor: Editor, texts: EditorTexts, around: Surroundings): Readonly<Record<MenuName, readonly Command[]>> {
  const chain = () => editor.chain().focus()
  const inTable = editor.isActive('table')
  const mark = (key: 'bold' | 'italic' | 'underline' | 'strike' | 'code'): Command => ({
    key,
    label: texts[key],
    on: editor.isActive(key),
    run: () => void chain().toggleMark(key).run(),
  })
  const align = (key: 'left' | 'center' | 'right' | 'justify'): Command => ({
    key,
    label: texts[key],
    on: editor.isActive({ textAlign: key }),
    run: () => void chain().setTextAlign(key).run(),
  })
  const table = (key: keyof EditorTexts, run: () => void): Command => ({ key, label: texts[key], off: !inTable, run })
  return {
    file: [
      { key: 'newDocument', label: texts.newDocument, run: () => void chain().clearContent(true).run() },
      { key: 'print', label: texts.print, run: around.print },
    ],
    edit: [
      { key: 'undo', label: texts.undo, off: !editor.can().undo(), run: () => void chain().undo().run() },
      { key: 'redo', label: texts.redo, off: !editor.can().redo(), run: () => void chain().redo().run() },
      { key: 'selectAll', label: texts.selectAll, run: () => void chain().selectAll().run() },
    ],
    insert: [
      { key: 'link', label: texts.link, run: around.askLink },
      ...(around.askImage ? [{ key: 'image', label: texts.image, run: around.askImage }] : []),
      { key: 'newTable', label: texts.newTable, run: () => void chain().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run() },
      { key: 'rule', label: texts.rule, run: () => void chain().setHorizontalRule().run() },
      {
        key: 'date',
        label: texts.date,
        run: () => void chain().insertContent(minuteOf(Date.now())).run(),
      },
    ],
    view: [{ key: 'sourceCode', label: texts.sourceCode, run: around.toggleSource }],
    format: [
      mark('bold'),
      mark('italic'),
      mark('underline'),
      mark('strike'),
      mark('code'),
      { key: 'quote', label: texts.quote, on: editor.isActive('blockquote'), run: () => void chain().toggleBlockquote().run() },
      { key: 'bullets', label: texts.bullets, on: editor.isActive('bulletList'), run: () => void chain().toggleBulletList().run() },
      { key: 'numbers', label: texts.numbers, on: editor.isActive('orderedList'), run: () => void chain().toggleOrderedList().run() },
      align('left'),
      align('center'),
      align('right'),
      align('justify'),
      { key: 'clear', label: texts.clear, run: () => void chain().unsetAllMarks().clearNodes().run() },
    ],
    table: [
      {
        key: 'newTable',
        label: texts.newTable,
        off: inTable,
        run: () => void chain().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
      },
      table('headerRow', () => chain().toggleHeaderRow().run()),
      table('rowAbove', () => chain().addRowBefore().run()),
      table('rowBelow', () => chain().addRowAfter().run()),
      table('deleteRow', () => chain().deleteRow().run()),
      table('columnLeft', () => chain().addColumnBefore().run()),
      table('columnRight', () => chain().addColumnAfter().run()),
      table('deleteColumn', () => chain().deleteColumn().run()),
      table('mergeCells', () => chain().mergeCells().run()),
      table('splitCell', () => chain().splitCell().run()),
      table('deleteTable', () => chain().deleteTable().run()),
    ],
  }
}
