/** The views of a list one below the other: which one it opens with, what they are called, who sees them. */
import { useQueryClient } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import type { Listing } from '../../../../model/resource.ts'
import { confirm } from '../../../ui/confirm.ts'
import { Tag } from '../../../ui/tag.tsx'
import { toast } from '../../../ui/toast.ts'
import { ApiError } from '../../http/api.ts'
import { useT } from '../../i18n/i18n.ts'
import type { ListKept, ListView } from '../../../../model/contract/account/list-views.ts'
import { changeKept, deleteView, forgetKept, savePreference } from './client.ts'
import { RenameView } from './rename-view.tsx'
import { ShareForm } from './share-form.tsx'
import { named } from '../../../ui/named.ts'
import './view-manager.css'

interface ViewManagerProps {
  readonly of: Listing
  readonly kept: ListKept
  readonly open: boolean
  readonly onClose: () => void
}

export default function ViewManager({ of, kept, open, onClose }: ViewManagerProps) {
  const t = useT()
  const queries = useQueryClient()
  const [at, setAt] = useState<{ id: string; doing: 'rename' | 'share' }>()

  async function attempt(work: () => Promise<unknown>, done?: string): Promise<void> {
    try {
      await work()
      if (done) toast.success(done)
      setAt(undefined)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
    await forgetKept(queries, of)
  }

  function choose(id: string | null): void {
    changeKept(queries, of, { defaultViewId: id })
    void attempt(() => savePreference(of, { defaultViewId: id }))
  }

  async function remove({ id, viewName, audience }: ListView): Promise<void> {
    const text = t(audience === 'own' ? 'view.delete-text' : 'view.delete-shared', { view: viewName })
    if (await confirm({ title: t('delete.title'), text, ok: t('button.delete'), cancel: t('common.cancel'), danger: true }))
      await attempt(() => deleteView(id), t('view.deleted'))
  }

  return (
    <Drawer open={open} onClose={onClose} title={t('view.manage-title')} size="min(520px, 100vw)" destroyOnHidden>
      {kept.list.length === 0 && <p className="view-note">{t('view.none')}</p>}
      <ul className="view-list">
        {kept.list.map((view) => {
          const { id, viewName, audience, mayChange } = view
          const isDefault = kept.defaultViewId === id
          const doing = at?.id === id ? at.doing : undefined
          return (
            <li key={id}>
              <div className="view-head">
                <strong>{viewName}</strong>
                {audience !== 'own' && <Tag kind="plain">{t(`view.audience-${audience}`)}</Tag>}
                {isDefault && <Tag kind="good">{t('view.is-default')}</Tag>}
              </div>
              <div className="view-buttons">
                <Button
                  size="small"
                  aria-pressed={isDefault}
                  aria-label={named(t('view.default'), viewName)}
                  onClick={() => choose(isDefault ? null : id)}
                >
                  {t('view.default')}
                </Button>
                {mayChange && (
                  <Button
                    size="small"
                    aria-label={named(t('view.rename'), viewName)}
                    aria-expanded={doing === 'rename'}
                    onClick={() => setAt(doing === 'rename' ? undefined : { id, doing: 'rename' })}
                  >
                    {t('view.rename')}
                  </Button>
                )}
                {kept.mayShare && (
                  <Button
                    size="small"
                    aria-label={named(t('view.share'), viewName)}
                    aria-expanded={doing === 'share'}
                    onClick={() => setAt(doing === 'share' ? undefined : { id, doing: 'share' })}
                  >
                    {t('view.share')}
                  </Button>
                )}
                {mayChange && (
                  <Button size="small" danger aria-label={named(t('button.delete'), viewName)} onClick={() => void remove(view)}>
                    {t('button.delete')}
                  </Button>
                )}
              </div>
              {doing === 'rename' && <RenameView view={view} onSave={(work) => attempt(work, t('view.saved'))} />}
              {doing === 'share' && <ShareForm view={view} onSave={(work) => attempt(work, t('view.saved'))} />}
            </li>
          )
        })}
      </ul>
    </Drawer>
  )
}
