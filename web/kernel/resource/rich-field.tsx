/** Rich text in a form. The form item gives value, change and id; the editor comes when the form is open. */
import type { Language } from '../i18n/i18n.ts'
import { useLanguage, useT } from '../i18n/i18n.ts'
import { textPictures } from './text-pictures.ts'
import type { EditorLanguage } from '../../ui/rich-text.tsx'
import { RichText } from '../../ui/rich-text.tsx'

const nearest: Readonly<Record<Language, EditorLanguage>> = { en: 'en', zh: 'zh_CN', tw: 'zh_CN' }
/** Pixels: lower than on a page of its own, so that a dialog keeps its buttons in sight. */
const HEIGHT = 240

interface RichFieldProps {
  readonly label: string
  readonly value?: string
  readonly onChange?: (html: string | undefined) => void
}

export function RichField({ label, value = '', onChange }: RichFieldProps) {
  const t = useT()
  const language = nearest[useLanguage()]
  // An editor with nothing in it holds an empty paragraph.
  return (
    <RichText
      label={label}
      value={value}
      onChange={(html) => onChange?.(/^(<p>\s*<\/p>)*$/.test(html) ? undefined : html)}
      language={language}
      height={HEIGHT}
      pictures={textPictures}
      loading={t('common.loading')}
    />
  )
}
