import { Radio } from 'antd'
import { AUDIENCES } from '../../../model/lists/audiences.ts'
import { useT } from '../i18n/i18n.ts'
import { RowPicker } from './row-picker.tsx'

export interface Audience {
  readonly audience: (typeof AUDIENCES)[number]
  /** Ids, for an audience of roles. */
  readonly roles: readonly string[]
}

interface AudienceChoiceProps {
  readonly value: Audience
  readonly onChange: (value: Audience) => void
}

/** Whether an audience names somebody: roles are some. */
export const isAudience = ({ audience, roles }: Audience): boolean => audience !== 'roles' || roles.length > 0

/** For whom something is that somebody made for themselves: a view of a list, a board. It gives nobody a right. */
export function AudienceChoice({ value, onChange }: AudienceChoiceProps) {
  const t = useT()
  return (
    <>
      <Radio.Group
        vertical
        aria-label={t('view.audience')}
        value={value.audience}
        options={AUDIENCES.map((one) => ({ value: one, label: t(`view.audience-${one}`) }))}
        onChange={({ target }) => onChange({ ...value, audience: target.value as Audience['audience'] })}
      />
      {value.audience === 'roles' && (
        <label>
          {t('view.roles')}
          <RowPicker
            noun="roles"
            several
            value={value.roles}
            onChange={((roles: readonly string[]) => onChange({ ...value, roles })) as (value: never) => void}
          />
        </label>
      )}
    </>
  )
}
