/** The published versions of a form: what each differs in from the one before, and the way to begin from one again. */
import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { queryFormDesign, queryFormVersion, queryFormVersionContent, restoreFormVersion } from '../../../../model/contract/devtool/forms.ts'
import { EMPTY_FORM } from '../../../../model/form/definition.ts'
import { forms } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { DifferenceList } from '../../../shared/devtool/difference-list.tsx'
import { differencesOf } from '../../../shared/devtool/differences.ts'
import { secondOf } from '../../../ui/clock.ts'
import { confirm } from '../../../ui/confirm.ts'
import { toast } from '../../../ui/toast.ts'
import { named } from '../../../ui/named.ts'
import './dialogs.css'

interface VersionsProps {
  readonly row: ResourceRow
  readonly mayRestore: boolean
  readonly onRestored: () => Promise<void>
  readonly onClose: () => void
}

export default function VersionsDialog({ row: { id, ...row }, mayRestore, onRestored, onClose }: VersionsProps) {
  const t = useT()
  const [shown, setShown] = useState<number>()
  const { data } = useQuery({ queryKey: [forms.name, 'versions', id], queryFn: () => ask(queryFormVersion, { id }), gcTime: 0 })
  const { data: draft, refetch } = useQuery({ queryKey: [forms.name, 'draft', id], queryFn: () => ask(queryFormDesign, { id }), gcTime: 0 })
  const [one, other] = [useVersion(id, shown === undefined ? 0 : shown - 1), useVersion(id, shown ?? 0)]

  async function restore(formVersion: number): Promise<void> {
    if (!draft) return
    const isSure = await confirm({
      title: t('form-list.restore-title', { version: formVersion }),
      text: t('form-list.restore-text'),
      ok: t('form-list.restore'),
      cancel: t('common.cancel'),
    })
    if (!isSure) return
    try {
      await ask(restoreFormVersion, { id, formVersion, revision: draft.revision })
      toast.success(t('form-list.restored', { version: formVersion }))
      await Promise.all([refetch(), onRestored()])
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await refetch()
    }
  }

  return (
    <Modal
      open
      width={640}
      title={t('form-list.versions-title', { form: String(row['formDescription']) })}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
      onCancel={onClose}
    >
      <ul className="form-lines">
        {data?.map(({ formVersion, publishedAt, publishedBy, entries }) => (
          <li key={formVersion}>
            <span>
              <strong>{t('form-list.version', { version: formVersion })}</strong>
              <small>
                {[secondOf(publishedAt), publishedBy, t('form-list.entry-count', { count: entries })].filter(Boolean).join(' · ')}
              </small>
            </span>
            <Button
              size="small"
              aria-expanded={shown === formVersion}
              aria-label={named(t('form-versions.differences'), formVersion)}
              onClick={() => setShown(shown === formVersion ? undefined : formVersion)}
            >
              {t('form-versions.differences')}
            </Button>
            {mayRestore && draft && (
              <Button size="small" aria-label={named(t('form-list.restore'), formVersion)} onClick={() => void restore(formVersion)}>
                {t('form-list.restore')}
              </Button>
            )}
            {shown === formVersion && one && other && (
              <div className="form-line-more">
                <DifferenceList of={differencesOf(one, other)} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Modal>
  )
}

/** What a version says; of the one before the first nothing. */
function useVersion(id: string, formVersion: number) {
  const { data } = useQuery({
    queryKey: [forms.name, 'version', id, formVersion],
    queryFn: async () => (formVersion === 0 ? EMPTY_FORM : (await ask(queryFormVersionContent, { id, formVersion })).definition),
    staleTime: Infinity,
  })
  return data
}
