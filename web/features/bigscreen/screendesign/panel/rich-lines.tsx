/** The lines of a longer text: paragraphs, headings and lines of a list. */
import { Checkbox } from 'antd'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { Entries } from './entries.tsx'
import type { OptionProps } from './option-props.ts'
import { Choice, TextInput } from './parts.tsx'

interface Line {
  readonly text: string
  readonly as?: 'title' | 'item'
  readonly bold?: boolean
}
const LOOKS = ['title', 'item'] as const

export default function RichLines({ label, value, disabled, onChange }: OptionProps) {
  const t = useT()
  const lines = (value ?? []) as readonly Line[]
  return (
    <Entries<Line> label={label} entries={lines} most={60} disabled={disabled} fresh={() => ({ text: '' })} onChange={onChange}>
      {({ text, as, bold }, change, at) => {
        const put = (next: { text: string; as: Line['as'] | undefined; bold: boolean | undefined }) =>
          change({ text: next.text, ...(next.as ? { as: next.as } : {}), ...(next.bold ? { bold: true } : {}) })
        return (
          <>
            <TextInput
              label={t('screen-design.line-text', { at: at + 1 })}
              value={text}
              max={1000}
              isLong
              onChange={(next) => put({ text: next ?? '', as, bold })}
            />
            <Choice
              label={t('screen-design.line-as', { at: at + 1 })}
              value={as}
              none={t('screen-design.line-plain')}
              options={LOOKS.map((look) => ({ value: look, label: t(`screen-design.line-${look}`) }))}
              onChange={(next) => put({ text, as: next, bold })}
            />
            <Checkbox checked={bold ?? false} onChange={({ target }) => put({ text, as, bold: target.checked })}>
              {t('screen-design.bold')}
            </Checkbox>
          </>
        )
      }}
    </Entries>
  )
}
