import { Button, Input } from 'antd'
import { useState } from 'react'
import { useT } from '../../i18n/i18n.ts'
import type { ListView } from '../../../../model/contract/account/list-views.ts'
import { updateView } from './client.ts'

export interface ViewFormProps {
  readonly view: ListView
  readonly onSave: (work: () => Promise<unknown>) => Promise<void>
}

export function RenameView({ view: { id, viewName, version }, onSave }: ViewFormProps) {
  const t = useT()
  const [name, setName] = useState(viewName)
  return (
    <form
      className="view-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim()) void onSave(() => updateView(id, { viewName: name.trim(), version }))
      }}
    >
      <Input autoFocus maxLength={64} value={name} aria-label={t('view.name')} onChange={({ target }) => setName(target.value)} />
      <Button type="primary" htmlType="submit" disabled={!name.trim()}>
        {t('common.save')}
      </Button>
    </form>
  )
}
