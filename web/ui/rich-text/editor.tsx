/** The editor itself. Heavy: loaded from our own path when somebody turns to it (web/ui/rich-text.tsx). */
import { TableKit } from '@tiptap/extension-table'
import { TextAlign } from '@tiptap/extension-text-align'
import { TextStyleKit } from '@tiptap/extension-text-style'
import type { Editor as EditorInstance } from '@tiptap/react'
import { EditorContent, useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { Button, Dropdown, Input, Modal } from 'antd'
import { useLayoutEffect, useRef, useState } from 'react'
import { printElement } from '../print.ts'
import { useRoving } from '../roving.ts'
import { toast } from '../toast.ts'
import type { MenuName } from './commands.ts'
import { MENUS, commandsOf } from './commands.ts'
import type { EditorTexts } from './languages/en.ts'
import { htmlOf, pictureNode } from './picture-node.ts'
import type { TextPictures } from './pictures.ts'
import { isSafeLink } from '../../../model/rich-text.ts'
import { sanitized } from './sanitize.ts'
import { EditorTools } from './tools.tsx'
import { useStoredPictures } from './use-stored-pictures.ts'
import './rich-text.css'

/** What somebody did in the place of the text before the editor was there. */
export interface Begun {
  readonly typed: string
  /** They are writing: the caret goes where they are. */
  readonly isWriting: boolean
  /** Where they pressed last, as a place of the window. */
  readonly pressed: { readonly left: number; readonly top: number } | undefined
}

interface EditorProps {
  readonly label: string
  readonly value: string
  readonly onChange: (html: string) => void
  readonly height: number
  readonly texts: EditorTexts
  readonly locale: string
  readonly pictures?: TextPictures | undefined
  /** The menu that was pressed before the editor was there. */
  readonly menu?: MenuName | undefined
  /** What was done before; told once. */
  readonly takeBegun: () => Begun
}

/** Section 5 of the specification. */
const PICTURES = ['image/jpeg', 'image/gif', 'image/png', 'image/bmp']

export default function Editor({ label, value, onChange, height, texts, locale, pictures, menu, takeBegun }: EditorProps) {
  const safe = (html: string) => sanitized(html, pictures)
  const roving = useRoving()
  const [source, setSource] = useState<string>()
  const [link, setLink] = useState<string>()
  const [page, setPage] = useState<HTMLDivElement | null>(null)
  const [picture, setPicture] = useState<HTMLInputElement | null>(null)
  const made = useEditor({
    extensions: [
      StarterKit.configure({ link: { openOnClick: false, isAllowedUri: isSafeLink } }),
      TextStyleKit.configure({ fontFamily: false, lineHeight: false }),
      TextAlign.configure({ types: ['heading', 'paragraph'] }),
      TableKit,
      pictureNode(pictures),
    ],
    content: safe(value),
    shouldRerenderOnTransaction: true,
    editorProps: { attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label }, transformPastedHTML: safe },
    onUpdate: ({ editor: changed }) => onChange(safe(htmlOf(changed))),
  }) as EditorInstance | null
  const stored = useStoredPictures(made, pictures)
  const begun = useRef(false)
  useLayoutEffect(() => {
    if (!made || begun.current) return
    begun.current = true
    const { typed, isWriting, pressed } = takeBegun()
    if (!isWriting && typed === '') return
    made.commands.setTextSelection((pressed && made.view.posAtCoords(pressed)?.pos) ?? made.state.doc.content.size)
    if (typed !== '') made.commands.insertContent({ type: 'text', text: typed })
    // By the view: an element that gets the focus otherwise has its caret at the beginning.
    if (isWriting) made.view.focus()
  }, [made, takeBegun])
  // Given up while a kept page rests, and made anew from the value once the page is shown again.
  if (!made) return <div className="rich-text" style={{ height }} aria-busy="true" />
  const editor = made
  const commands = commandsOf(editor, texts, {
    askLink: () => setLink(String(editor.getAttributes('link')['href'] ?? '')),
    askImage: pictures && (() => picture?.click()),
    print: () => {
      if (page) printElement(page, label)
    },
    toggleSource,
    locale,
  })

  function toggleSource(): void {
    if (source === undefined) return setSource(htmlOf(editor))
    editor.commands.setContent(safe(source), { emitUpdate: true })
    setSource(undefined)
  }

  function applyLink(): void {
    const wanted = (link ?? '').trim()
    if (wanted !== '' && !isSafeLink(wanted)) return toast.warning(texts.wrongAddress)
    const chain = editor.chain().focus().extendMarkRange('link')
    if (wanted === '') chain.unsetLink().run()
    else if (editor.state.selection.empty && !editor.isActive('link'))
      chain.insertContent({ type: 'text', text: wanted, marks: [{ type: 'link', attrs: { href: wanted } }] }).run()
    else chain.setLink({ href: wanted }).run()
    setLink(undefined)
  }

  async function addPicture(files: FileList | null): Promise<void> {
    const file = files?.[0]
    if (!file) return
    // By what it is, not by what it is called.
    const drawn = PICTURES.includes(file.type) && (await createImageBitmap(file).catch(() => undefined))
    if (!drawn) return toast.warning(texts.wrongImage)
    drawn.close()
    await stored.add(file)
  }

  return (
    <div className="rich-text">
      <div {...roving} className="rich-menus" role="group" aria-label={texts.menus}>
        {MENUS.map((name) => (
          <EditorMenu key={name} name={name} commands={commands} texts={texts} source={source !== undefined} first={name === menu} />
        ))}
      </div>
      {source === undefined && <EditorTools editor={editor} texts={texts} />}
      {source === undefined ? (
        <div ref={setPage} className="rich-page rich-content" style={{ height }}>
          <EditorContent editor={editor} />
        </div>
      ) : (
        <textarea
          className="rich-source"
          aria-label={texts.source}
          style={{ height }}
          value={source}
          onChange={(event) => setSource(event.target.value)}
        />
      )}
      <div className="rich-status">
        {source !== undefined && (
          <Button size="small" type="primary" onClick={toggleSource}>
            {texts.apply}
          </Button>
        )}
        {stored.underWay > 0 && <span role="status">{texts.uploading}</span>}
        <span>{texts.words.replace('{{count}}', String(editor.getText().length))}</span>
      </div>
      <input
        ref={setPicture}
        type="file"
        hidden
        accept={PICTURES.join()}
        aria-label={texts.image}
        onChange={({ target }) => {
          void addPicture(target.files).finally(() => {
            target.value = ''
          })
        }}
      />
      <Modal
        open={link !== undefined}
        title={texts.link}
        okText={texts.apply}
        cancelText={texts.cancel}
        onOk={applyLink}
        onCancel={() => setLink(undefined)}
        destroyOnHidden
      >
        <Input
          value={link ?? ''}
          aria-label={texts.address}
          placeholder="https://"
          maxLength={512}
          autoFocus
          onChange={(event) => setLink(event.target.value)}
          onPressEnter={applyLink}
        />
      </Modal>
    </div>
  )
}

interface MenuProps {
  readonly name: MenuName
  readonly commands: ReturnType<typeof commandsOf>
  readonly texts: EditorTexts
  /** The source is shown: nothing but the way back works. */
  readonly source: boolean
  /** Opens by itself. */
  readonly first: boolean
}

function EditorMenu({ name, commands, texts, source, first }: MenuProps) {
  const [open, setOpen] = useState(first)
  const items = commands[name].map(({ key, label, on = false, off = false, run }) => ({
    key,
    label: on ? `✓ ${label}` : label,
    disabled: off || (source && key !== 'sourceCode'),
    onClick: run,
  }))
  return (
    <Dropdown trigger={['click']} autoFocus open={open} onOpenChange={setOpen} menu={{ items }}>
      <Button type="text" size="small" aria-haspopup="menu">
        {texts[name]}
      </Button>
    </Dropdown>
  )
}
