/**
 * Rich text to write. The editor's words come at once; the editor itself, from our own path, when somebody turns to it. When it does
 * not come, that is said.
 */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { MenuName } from './rich-text/commands.ts'
import type { Begun } from './rich-text/editor.tsx'
import type Editor from './rich-text/editor.tsx'
import type { EditorTexts } from './rich-text/languages/en.ts'
import type { TextPictures } from './rich-text/pictures.ts'
import { RestingEditor } from './rich-text/resting.tsx'

export type EditorLanguage = 'en' | 'zh_CN' | 'es_MX' | 'ja'
export const editorLanguages: readonly EditorLanguage[] = ['en', 'zh_CN', 'es_MX', 'ja']

/** Pixels (section 9 of the specification). */
const HEIGHT = 360

const words: Record<EditorLanguage, () => Promise<{ texts: EditorTexts }>> = {
  en: () => import('./rich-text/languages/en.ts'),
  zh_CN: () => import('./rich-text/languages/zh_CN.ts'),
  es_MX: () => import('./rich-text/languages/es_MX.ts'),
  ja: () => import('./rich-text/languages/ja.ts'),
}

interface RichTextProps {
  readonly label: string
  readonly value: string
  readonly onChange: (html: string) => void
  readonly language: EditorLanguage
  readonly height?: number
  /** Where its pictures are kept; without it the editor takes none. */
  readonly pictures?: TextPictures
  readonly loading: string
}

/** What takes the focus in the frame, the same in the same order before and after the editor has come. */
const PLACES = 'button:not([disabled]), select, input:not([hidden]), [role=textbox]'

export function RichText({ label, value, onChange, language, height = HEIGHT, pictures, loading }: RichTextProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [spoken, setSpoken] = useState<{ texts: EditorTexts; language: EditorLanguage }>()
  const [Part, setPart] = useState<{ Editor: typeof Editor }>()
  const [failure, setFailure] = useState<string>()
  const [awake, setAwake] = useState(false)
  const [menu, setMenu] = useState<MenuName>()
  const typed = useRef('')
  const pressed = useRef<Begun['pressed']>(undefined)
  const focused = useRef(-1)
  const released = useRef<Promise<void>>(undefined)
  const fail = useCallback((reason: unknown) => setFailure(reason instanceof Error ? reason.message : String(reason)), [])
  const takeBegun = useCallback((): Begun => {
    const begun = {
      typed: typed.current,
      isWriting: placesIn(frame.current)[focused.current]?.role === 'textbox',
      pressed: pressed.current,
    }
    typed.current = ''
    return begun
  }, [])

  useEffect(() => {
    let gone = false
    words[language]().then(({ texts }) => {
      if (!gone) setSpoken({ texts, language })
    }, fail)
    return () => {
      gone = true
    }
  }, [language, fail])
  useEffect(() => {
    if (!awake) return
    import('./rich-text/editor.tsx').then(async ({ default: Editor }) => {
      // What is being pressed must not be taken away before it is let go, or nothing would come of it.
      await released.current
      setPart({ Editor })
    }, fail)
  }, [awake, fail])
  // Whoever was at a place of the frame is there again.
  useLayoutEffect(() => {
    if (!Part || focused.current < 0) return
    placesIn(frame.current)[focused.current]?.focus()
    focused.current = -1
  }, [Part])

  if (failure !== undefined)
    return (
      <p role="alert" className="rich-failure">
        {failure}
      </p>
    )
  if (!spoken)
    return (
      <p role="status" style={{ minHeight: height }}>
        {loading}
      </p>
    )
  const { texts } = spoken
  return (
    <div
      ref={frame}
      onPointerDownCapture={() => {
        released.current = untilReleased()
      }}
      onFocus={({ target }) => {
        if (!Part) focused.current = placesIn(frame.current).indexOf(target)
      }}
      onBlur={() => {
        if (!Part) focused.current = -1
      }}
    >
      {Part ? (
        <Part.Editor
          label={label}
          value={value}
          onChange={onChange}
          height={height}
          texts={texts}
          locale={spoken.language.replace('_', '-')}
          pictures={pictures}
          menu={menu}
          takeBegun={takeBegun}
        />
      ) : (
        <RestingEditor
          label={label}
          value={value}
          height={height}
          texts={texts}
          pictures={pictures}
          onWake={(wanted) => {
            setAwake(true)
            if (wanted) setMenu(wanted)
          }}
          onPress={(place) => {
            pressed.current = place
          }}
          onType={(character) => {
            typed.current += character
          }}
        />
      )}
    </div>
  )
}

function placesIn(frame: HTMLElement | null): HTMLElement[] {
  return [...(frame?.querySelectorAll<HTMLElement>(PLACES) ?? [])]
}

/** Resolves when the pointer is let go, and the click that follows has been dealt with. */
function untilReleased(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      for (const name of ['pointerup', 'pointercancel']) window.removeEventListener(name, end, true)
      setTimeout(resolve)
    }
    for (const name of ['pointerup', 'pointercancel']) window.addEventListener(name, end, true)
  })
}
