/** The row of tools: what is used most of what the menus have. Without an editor they are there to be seen, and do nothing yet. */
import BoldOutlined from '@ant-design/icons/es/icons/BoldOutlined'
import ItalicOutlined from '@ant-design/icons/es/icons/ItalicOutlined'
import OrderedListOutlined from '@ant-design/icons/es/icons/OrderedListOutlined'
import RedoOutlined from '@ant-design/icons/es/icons/RedoOutlined'
import StrikethroughOutlined from '@ant-design/icons/es/icons/StrikethroughOutlined'
import UnderlineOutlined from '@ant-design/icons/es/icons/UnderlineOutlined'
import UndoOutlined from '@ant-design/icons/es/icons/UndoOutlined'
import UnorderedListOutlined from '@ant-design/icons/es/icons/UnorderedListOutlined'
import type { Editor } from '@tiptap/react'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { EditorTexts } from './languages/en.ts'
import { FONT_SIZES } from '../../../model/rich-text.ts'
import { useRoving } from '../roving.ts'

const LEVELS = [1, 2, 3, 4] as const

export function EditorTools({ editor, texts }: { editor?: Editor; texts: EditorTexts }) {
  const roving = useRoving()
  const chain = () => editor?.chain().focus()
  const level = LEVELS.find((one) => editor?.isActive('heading', { level: one }))
  const { fontSize, color } = (editor?.getAttributes('textStyle') ?? {}) as { fontSize?: string; color?: string }
  const tool = (label: string, icon: ReactNode, run: () => void, on?: boolean, off = false) => (
    <Button
      type={on ? 'primary' : 'text'}
      size="small"
      icon={icon}
      aria-label={label}
      title={label}
      disabled={off}
      {...(on === undefined ? {} : { 'aria-pressed': on })}
      onClick={run}
    />
  )
  return (
    <div {...roving} className="rich-tools" role="toolbar" aria-label={texts.tools}>
      {tool(texts.undo, <UndoOutlined aria-hidden="true" />, () => chain()?.undo().run(), undefined, !editor?.can().undo())}
      {tool(texts.redo, <RedoOutlined aria-hidden="true" />, () => chain()?.redo().run(), undefined, !editor?.can().redo())}
      <select
        aria-label={texts.block}
        value={level ?? 0}
        onChange={({ target }) => {
          const wanted = LEVELS.find((one) => one === Number(target.value))
          if (wanted) chain()?.setHeading({ level: wanted }).run()
          else chain()?.setParagraph().run()
        }}
      >
        <option value={0}>{texts.paragraph}</option>
        {LEVELS.map((one) => (
          <option key={one} value={one}>
            {texts.heading.replace('{{level}}', String(one))}
          </option>
        ))}
      </select>
      <select
        aria-label={texts.fontSize}
        value={fontSize ?? ''}
        onChange={({ target }) => {
          if (target.value) chain()?.setFontSize(target.value).run()
          else chain()?.unsetFontSize().run()
        }}
      >
        <option value="">{texts.standard}</option>
        {FONT_SIZES.map((size) => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </select>
      {tool(texts.bold, <BoldOutlined aria-hidden="true" />, () => chain()?.toggleBold().run(), editor?.isActive('bold') ?? false)}
      {tool(texts.italic, <ItalicOutlined aria-hidden="true" />, () => chain()?.toggleItalic().run(), editor?.isActive('italic') ?? false)}
      {tool(
        texts.underline,
        <UnderlineOutlined aria-hidden="true" />,
        () => chain()?.toggleUnderline().run(),
        editor?.isActive('underline') ?? false,
      )}
      {tool(
        texts.strike,
        <StrikethroughOutlined aria-hidden="true" />,
        () => chain()?.toggleStrike().run(),
        editor?.isActive('strike') ?? false,
      )}
      <input
        type="color"
        aria-label={texts.colour}
        title={texts.colour}
        value={color !== undefined && /^#[0-9a-f]{6}$/i.test(color) ? color : '#000000'}
        onChange={({ target }) => chain()?.setColor(target.value).run()}
      />
      {tool(
        texts.bullets,
        <UnorderedListOutlined aria-hidden="true" />,
        () => chain()?.toggleBulletList().run(),
        editor?.isActive('bulletList') ?? false,
      )}
      {tool(
        texts.numbers,
        <OrderedListOutlined aria-hidden="true" />,
        () => chain()?.toggleOrderedList().run(),
        editor?.isActive('orderedList') ?? false,
      )}
    </div>
  )
}
