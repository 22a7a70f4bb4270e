/** Rich text to write. The editor and its words come from our own path when it is first shown; when they do not come, that is said. */
import { useEffect, useState } from 'react'
import type Editor from './rich-text/editor.tsx'
import type { EditorTexts } from './rich-text/languages/en.ts'
import type { TextPictures } from './rich-text/pictures.ts'

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

interface Loaded {
  readonly Part: typeof Editor
  readonly texts: EditorTexts
  readonly language: EditorLanguage
}

export function RichText({ label, value, onChange, language, height = HEIGHT, pictures, loading }: RichTextProps) {
  const [loaded, setLoaded] = useState<Loaded>()
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    let gone = false
    Promise.all([import('./rich-text/editor.tsx'), words[language]()]).then(
      ([{ default: Part }, { texts }]) => { if (!gone) setLoaded({ Part, texts, language }) },
      (reason: unknown) => { if (!gone) setFailure(reason instanceof Error ? reason.message : String(reason)) },
    )
    return () => { gone = true }
  }, [language])
  if (failure !== undefined) return <p role="alert" className="rich-failure">{failure}</p>
  if (!loaded) return <p role="status" style={{ minHeight: height }}>{loading}</p>
  return <loaded.Part label={label} value={value} onChange={onChange} height={height} texts={loaded.texts} locale={loaded.language.replace('_', '-')} pictures={pictures} />
}
