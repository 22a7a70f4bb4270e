/** The latest imports of a noun, each of which can be taken back as a whole. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type { Resource } from '../../../../model/resource.ts'
import { confirm } from '../../../ui/confirm.ts'
import { toast } from '../../../ui/toast.ts'
import { ApiError } from '../../http/api.ts'
import { useT } from '../../i18n/i18n.ts'
import type { PastImport } from '../../../../model/contract/exchange/imports.ts'
import { pastImports, undoImport } from './import-client.ts'
import { named } from '../../../ui/named.ts'

export function PastImports({ of, onUndone }: { of: Resource; onUndone: () => Promise<void> }) {
  const t = useT()
  const queries = useQueryClient()
  const { data } = useQuery(pastImports(of))
  const [busy, setBusy] = useState<string>()
  if (!data || data.list.length === 0) return null

  async function undo({ id, added, changed, fileName }: PastImport): Promise<void> {
    const yes = await confirm({
      title: t('import.undo'),
      text: `${fileName}${t('common.means')}${t('import.undo-text', { count: added + changed })}`,
      ok: t('import.undo'),
      cancel: t('common.cancel'),
      danger: true,
    })
    if (!yes) return
    setBusy(id)
    try {
      const { removed } = await undoImport(id)
      toast.success(t('import.undone', { count: removed }))
      await onUndone()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
    } finally {
      setBusy(undefined)
      await queries.invalidateQueries({ queryKey: ['imports', of.name] })
    }
  }

  return (
    <section className="import-past" aria-label={t('import.past')}>
      <h2>{t('import.past')}</h2>
      <ul tabIndex={0}>
        {data.list.map((past) => (
          <li key={past.id}>
            <span className="import-past-name">{past.fileName}</span>
            <span className="import-past-more">
              {t('import.past-more', { count: past.added + past.changed, user: past.username, time: past.createTime })}
            </span>
            {past.status === 'undone' ? (
              <span className="import-past-more">{t('import.past-undone')}</span>
            ) : (
              past.mayUndo && (
                <Button
                  size="small"
                  loading={busy === past.id}
                  aria-label={named(t('import.undo'), past.fileName)}
                  onClick={() => void undo(past)}
                >
                  {t('import.undo')}
                </Button>
              )
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
