/** Who else has the report open in the designer; read out when it changes. */
import { useEffect, useState } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { openDesign } from '../../../kernel/realtime/live-editors.ts'

export function Editors({ id }: { id: string }) {
  const t = useT()
  const [present, setPresent] = useState<readonly (string | null)[]>([])
  useEffect(() => openDesign(id, setPresent), [id])
  const named = present.filter((name) => name !== null)
  // However many there are whose names are not told: they are somebody.
  const names = named.length === present.length ? named : [...named, t('report-design.editing-somebody')]
  return (
    <p className="report-editors" role="status" aria-live="polite">
      {names.length > 0 && t('report-design.editing', { names: names.join(t('common.between')) })}
    </p>
  )
}
