/**
 * The editor before anybody turned to it: what it holds, in the frame it will have. The editing itself is heavy and comes with the
 * first touch of the pointer or of the keyboard; what is pressed or typed meanwhile is kept for it.
 */
import { Button } from 'antd'
import type { KeyboardEvent } from 'react'
import { Suspense, lazy } from 'react'
import type { MenuName } from './commands.ts'
import { MENUS } from './commands.ts'
import type { EditorTexts } from './languages/en.ts'
import type { TextPictures } from './pictures.ts'
import { useRoving } from '../roving.ts'
import { EditorTools } from './tools.tsx'
import './rich-text.css'

const RichContent = lazy(() => import('./rich-content.tsx'))

interface RestingEditorProps {
  readonly label: string
  readonly value: string
  readonly height: number
  readonly texts: EditorTexts
  readonly pictures?: TextPictures | undefined
  /** Somebody turns to it, perhaps by opening one of its menus. */
  readonly onWake: (menu?: MenuName) => void
  /** Somebody presses a place of the text, in pixels of the window. */
  readonly onPress: (place: { readonly left: number; readonly top: number }) => void
  readonly onType: (character: string) => void
}

export function RestingEditor({ label, value, height, texts, pictures, onWake, onPress, onType }: RestingEditorProps) {
  const roving = useRoving()
  function keep(event: KeyboardEvent): void {
    if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onType(event.key)
  }

  return (
    <div className="rich-text" onPointerEnter={() => onWake()} onFocus={() => onWake()}>
      <div {...roving} className="rich-menus" role="group" aria-label={texts.menus}>
        {MENUS.map((name) => (
          <Button key={name} type="text" size="small" aria-haspopup="menu" onClick={() => onWake(name)}>
            {texts[name]}
          </Button>
        ))}
      </div>
      <EditorTools texts={texts} />
      <div className="rich-page rich-content" style={{ height }}>
        <div
          className="rich-resting"
          role="textbox"
          aria-multiline="true"
          aria-label={label}
          tabIndex={0}
          onKeyDown={keep}
          onPointerDown={({ clientX, clientY }) => onPress({ left: clientX, top: clientY })}
        >
          {value !== '' && (
            <Suspense fallback={null}>
              <RichContent html={value} {...(pictures ? { pictures } : {})} />
            </Suspense>
          )}
        </div>
      </div>
      <div className="rich-status">
        <span>{value === '' ? texts.words.replace('{{count}}', '0') : '\u00a0'}</span>
      </div>
    </div>
  )
}
