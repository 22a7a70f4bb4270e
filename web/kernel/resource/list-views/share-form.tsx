import { Button } from 'antd'
import { useState } from 'react'
import { toast } from '../../../ui/toast.ts'
import { useT } from '../../i18n/i18n.ts'
import type { Audience } from '../audience-choice.tsx'
import { AudienceChoice, isAudience } from '../audience-choice.tsx'
import { shareView } from './client.ts'
import type { ViewFormProps } from './rename-view.tsx'

/** Who sees a view. It gives nobody a right. */
export function ShareForm({ view: { id, audience, roleId }, onSave }: ViewFormProps) {
  const t = useT()
  const [wanted, setWanted] = useState<Audience>({ audience, roles: roleId })

  function save(): void {
    if (!isAudience(wanted)) return toast.warning(t('view.roles-needed'))
    void onSave(() => shareView(id, wanted.audience, wanted.audience === 'roles' ? wanted.roles : []))
  }

  return (
    <div className="view-form share">
      <AudienceChoice value={wanted} onChange={setWanted} />
      <p className="view-note">{t('view.share-note')}</p>
      <Button type="primary" onClick={save}>
        {t('common.save')}
      </Button>
    </div>
  )
}
