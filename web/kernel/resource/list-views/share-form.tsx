import { Button, Radio } from 'antd'
import { useState } from 'react'
import { AUDIENCES } from '../../../../model/lists/audiences.ts'
import { toast } from '../../../ui/toast.ts'
import { useT } from '../../i18n/i18n.ts'
import { RowPicker } from '../row-picker.tsx'
import type { ListView } from '../../../../model/contract/account/list-views.ts'
import { shareView } from './client.ts'
import type { ViewFormProps } from './rename-view.tsx'

/** Who sees a view. It gives nobody a right. */
export function ShareForm({ view: { id, audience, roleId }, onSave }: ViewFormProps) {
  const t = useT()
  const [wanted, setWanted] = useState<ListView['audience']>(audience)
  const [roles, setRoles] = useState<readonly string[]>(roleId)

  function save(): void {
    if (wanted === 'roles' && roles.length === 0) return toast.warning(t('view.roles-needed'))
    void onSave(() => shareView(id, wanted, wanted === 'roles' ? roles : []))
  }

  return (
    <div className="view-form share">
      <Radio.Group
        aria-label={t('view.audience')}
        value={wanted}
        options={AUDIENCES.map((value) => ({ value, label: t(`view.audience-${value}`) }))}
        onChange={({ target }) => setWanted(target.value as ListView['audience'])}
      />
      {wanted === 'roles' && (
        <label>
          {t('view.roles')}
          <RowPicker
            noun="roles"
            several
            value={roles}
            onChange={((next: readonly string[]) => setRoles(next)) as (value: never) => void}
          />
        </label>
      )}
      <p className="view-note">{t('view.share-note')}</p>
      <Button type="primary" onClick={save}>
        {t('common.save')}
      </Button>
    </div>
  )
}
