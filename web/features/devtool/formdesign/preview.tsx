/** The form as people will have it: by role, by language, as wide as a phone. What is filled in is checked, and goes nowhere. */
import { useQuery } from '@tanstack/react-query'
import { Button, Segmented, Select } from 'antd'
import { useMemo, useState } from 'react'
import type { EntryData } from '../../../../model/form/check-entry.ts'
import { checkEntry } from '../../../../model/form/check-entry.ts'
import { languages, nameOfLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import type { Language } from '../../../kernel/i18n/i18n.ts'
import { newId } from '../../../kernel/new-id.ts'
import { FormView } from '../../../shared/forms/form-view.tsx'
import { sessionSources } from '../../../shared/forms/session-sources.ts'
import { useClockZone } from '../../../ui/clock.ts'
import { useDesignState } from './design-store.ts'
import { rolesQuery } from './panel/role-picker.tsx'
import { seenByRole, writtenByRole } from './state/as-role.ts'
import { definitionOf } from './state/doc.ts'

const WIDTHS = ['desk', 'phone'] as const

export default function Preview({ id }: { id: string }) {
  const t = useT()
  const zone = useClockZone()
  const whole = useDesignState(({ doc }) => definitionOf(doc))
  const [language, setLanguage] = useState<Language>(useDesignState((state) => state.language))
  const [role, setRole] = useState<string>()
  const [width, setWidth] = useState<(typeof WIDTHS)[number]>('desk')
  const [data, setData] = useState<EntryData>({})
  const [attempts, setAttempts] = useState(0)
  const [status, setStatus] = useState('')
  const { data: roles } = useQuery(rolesQuery)
  const definition = useMemo(() => seenByRole(whole, role), [whole, role])
  const mayWrite = useMemo(() => writtenByRole(role), [role])
  const sources = useMemo(() => ({ ...sessionSources(id), upload: notKept }), [id])

  function check(): void {
    const { faults } = checkEntry(definition, data, { now: Date.now(), zone, mayWrite })
    setAttempts(attempts + 1)
    setStatus(faults.length === 0 ? t('form-design.preview-good') : t('form-design.preview-faults', { count: faults.length }))
  }

  return (
    <div className="form-preview">
      <div className="form-buttons">
        <Select
          aria-label={t('form-design.preview-role')}
          value={role ?? ''}
          popupMatchSelectWidth={false}
          options={[{ value: '', label: t('form-design.everything') }, ...(roles ?? []).map(({ value, name }) => ({ value, label: name }))]}
          onChange={(code) => setRole(code || undefined)}
        />
        <Select<Language>
          aria-label={t('form-design.preview-language')}
          value={language}
          options={languages.map((one) => ({ value: one, label: nameOfLanguage[one] }))}
          onChange={setLanguage}
        />
        <Segmented<(typeof WIDTHS)[number]>
          aria-label={t('form-design.preview-width')}
          value={width}
          options={WIDTHS.map((one) => ({ value: one, label: t(`form-design.width-${one}`) }))}
          onChange={setWidth}
        />
        <Button type="primary" onClick={check}>
          {t('form-design.preview-check')}
        </Button>
        <Button
          onClick={() => {
            setData({})
            setAttempts(0)
            setStatus('')
          }}
        >
          {t('form-design.preview-empty')}
        </Button>
        <span role="status">{status}</span>
      </div>
      <p className="form-quiet">{t('form-design.preview-about')}</p>
      <div className={`form-preview-page ${width}`}>
        <FormView
          definition={definition}
          data={data}
          onChange={setData}
          language={language}
          zone={zone}
          mayWrite={mayWrite}
          showsAllFaults={attempts > 0}
          attempts={attempts}
          sources={sources}
        />
      </div>
    </div>
  )
}

/** A file that is chosen in the preview stays in the browser. */
const notKept = (file: File) => Promise.resolve({ id: newId(), name: file.name })
