/** Rich text; whoever is not signed in writes it without pictures. */
import { useT } from '../../../kernel/i18n/i18n.ts'
import { RichField } from '../../../kernel/resource/rich-field.tsx'
import { textIn } from '../../../../model/form/definition.ts'
import { RichText } from '../../../ui/rich-text.tsx'
import type { ControlProps } from '../control-props.ts'
import { textOf } from '../control-props.ts'

const HEIGHT = 240

export default function RichControl({ part, id, value, onChange, language, sources }: ControlProps) {
  const t = useT()
  const label = textIn(part.labels, language)
  return (
    <div id={id} className="fill-rich">
      {sources.namesRows ? (
        <RichField label={label} value={textOf(value)} onChange={(html) => onChange(html ?? null)} />
      ) : (
        <RichText
          label={label}
          value={textOf(value)}
          onChange={(html) => onChange(/^(<p>\s*<\/p>)*$/.test(html) ? null : html)}
          language={language === 'en' ? 'en' : 'zh_CN'}
          height={HEIGHT}
          loading={t('common.loading')}
        />
      )}
    </div>
  )
}
