/** The published versions of a screen: what one differs in from another one or the draft, widget by widget, and the way to begin from one again. */
import { useQuery } from '@tanstack/react-query'
import { Button, Modal, Select, Skeleton } from 'antd'
import { useState } from 'react'
import {
  queryScreenDesign,
  queryScreenVersion,
  queryScreenVersionContent,
  restoreScreenVersion,
} from '../../../../model/contract/screen/screens.ts'
import { screens } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { secondOf } from '../../../ui/clock.ts'
import { confirm } from '../../../ui/confirm.ts'
import { named } from '../../../ui/named.ts'
import { toast } from '../../../ui/toast.ts'
import { ScreenDifferences } from './difference-list.tsx'
import { differencesOf } from './differences.ts'
import './versions-dialog.css'

interface VersionsProps {
  readonly id: string
  readonly name: string
  readonly mayRestore: boolean
  /** Keeps what is open in the designer, and gives its revision; absent where nothing is open: then it is that which is stored. */
  readonly revision?: () => Promise<number | undefined>
  readonly onRestored: () => Promise<void>
  readonly onClose: () => void
}

export default function VersionsDialog({ id, name, mayRestore, revision, onRestored, onClose }: VersionsProps) {
  const t = useT()
  const [shown, setShown] = useState<number>()
  /** What the shown one is compared with: the one before unless somebody chooses. */
  const [against, setAgainst] = useState<number | 'draft'>('draft')
  const {
    data,
    error,
    refetch: again,
  } = useQuery({
    queryKey: [screens.name, 'versions', id],
    queryFn: () => ask(queryScreenVersion, { id }, { quiet: true }),
    gcTime: 0,
  })
  const { data: draft, refetch } = useQuery({
    queryKey: [screens.name, 'draft', id],
    queryFn: () => ask(queryScreenDesign, { id }),
    gcTime: 0,
    enabled: mayRestore,
  })
  const [before, other] = [useVersion(id, against === 'draft' ? undefined : against), useVersion(id, shown)]
  const one = against === 'draft' ? draft?.content : before.data
  const failed = [before, other].filter(({ isError }) => isError)
  const failure = failed[0]?.error

  async function restore(screenVersion: number): Promise<void> {
    if (!draft) return
    const isSure = await confirm({
      title: t('screen-list.restore-title', { version: screenVersion }),
      text: t('screen-list.restore-text'),
      ok: t('screen-list.restore'),
      cancel: t('common.cancel'),
    })
    if (!isSure) return
    try {
      const kept = revision ? await revision() : draft.revision
      if (kept === undefined) return toast.error(t('screen-list.not-saved'))
      await ask(restoreScreenVersion, { id, screenVersion, revision: kept })
      toast.success(t('screen-list.restored', { version: screenVersion }))
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
      title={t('screen-list.versions-title', { name })}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
      onCancel={onClose}
    >
      {error instanceof ApiError && <ListFailure error={error} onRetry={() => void again()} />}
      {!data && !error && <Skeleton active title={false} />}
      <ul className="screen-versions">
        {data?.map(({ screenVersion, publishedAt, publishedBy }, at) => (
          <li key={screenVersion}>
            <span>
              <strong>{t('screen-list.version', { version: screenVersion })}</strong>
              <small>{[secondOf(publishedAt), publishedBy].filter(Boolean).join(' · ')}</small>
            </span>
            {(draft !== undefined || data.length > 1) && (
              <Button
                size="small"
                aria-expanded={shown === screenVersion}
                aria-label={named(t('screen-list.differences'), screenVersion)}
                onClick={() => {
                  setAgainst(data[at + 1]?.screenVersion ?? (draft ? 'draft' : (data[0]?.screenVersion ?? 'draft')))
                  setShown(shown === screenVersion ? undefined : screenVersion)
                }}
              >
                {t('screen-list.differences')}
              </Button>
            )}
            {mayRestore && draft && (
              <Button size="small" aria-label={named(t('screen-list.restore'), screenVersion)} onClick={() => void restore(screenVersion)}>
                {t('screen-list.restore')}
              </Button>
            )}
            {shown === screenVersion && (
              <div className="screen-version-more">
                <Select<number | 'draft'>
                  size="small"
                  aria-label={t('screen-list.against')}
                  value={against}
                  popupMatchSelectWidth={false}
                  options={[
                    ...(draft ? [{ value: 'draft' as const, label: t('screen-list.against-draft') }] : []),
                    ...data
                      .filter((each) => each.screenVersion !== screenVersion)
                      .map((each) => ({ value: each.screenVersion, label: t('screen-list.version', { version: each.screenVersion }) })),
                  ]}
                  onChange={setAgainst}
                />
                {one && other.data ? (
                  <ScreenDifferences of={differencesOf(one, other.data)} />
                ) : failure instanceof ApiError ? (
                  <ListFailure error={failure} onRetry={() => failed.forEach((each) => void each.refetch())} />
                ) : (
                  <Skeleton active title={false} paragraph={{ rows: 3 }} />
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
    </Modal>
  )
}

/** What a version says. */
function useVersion(id: string, screenVersion: number | undefined) {
  return useQuery({
    queryKey: [screens.name, 'version-content', id, screenVersion],
    queryFn: async () => (await ask(queryScreenVersionContent, { id, screenVersion: screenVersion ?? 1 }, { quiet: true })).content,
    enabled: screenVersion !== undefined,
    staleTime: Infinity,
  })
}
