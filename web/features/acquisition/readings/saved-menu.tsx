/** Trends under a name: to open one, to keep what is shown as one, and what can be done with the one in use. */
import FolderOpenOutlined from '@ant-design/icons/es/icons/FolderOpenOutlined'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { Suspense, lazy, useState } from 'react'
import type { SavedTrend } from '../../../../model/contract/acquisition/trends.ts'
import type { TrendState } from '../../../../model/acquisition/trends.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { copyText } from '../../../ui/clipboard.ts'
import { confirm } from '../../../ui/confirm.ts'
import { toast } from '../../../ui/toast.ts'
import { useHoverMenu } from '../../../ui/use-hover-menu.ts'
import { addTrend, deleteTrend, forgetSaved, savedTrends, shareTrend, updateTrend } from './client.ts'
import { isSame } from './state.ts'

const NameDialog = lazy(() => import('../../../kernel/resource/name-dialog.tsx'))

interface MenuProps {
  /** Whether there is only room for its sign. */
  readonly isShort: boolean
  readonly state: TrendState
  /** The one in use. */
  readonly trend: SavedTrend | undefined
  readonly onOpen: (trend: SavedTrend) => void
  /** What is shown is known under this one now; under none, where absent. */
  readonly onAdopt: (id: string | undefined) => void
}

export function SavedMenu({ isShort, state, trend, onOpen, onAdopt }: MenuProps) {
  const t = useT()
  const queries = useQueryClient()
  const { data } = useQuery(savedTrends())
  const [naming, setNaming] = useState<{ as: 'new' | 'rename'; open: boolean; times: number }>()
  const { dropdown, press } = useHoverMenu()
  const changed = trend !== undefined && !isSame(trend.state, state)
  const name = (as: 'new' | 'rename') => setNaming((before) => ({ as, open: true, times: (before?.times ?? 0) + 1 }))
  const done = () => setNaming((before) => before && { ...before, open: false })

  async function attempt(work: () => Promise<unknown>, successText?: string): Promise<void> {
    try {
      await work()
      if (successText) toast.success(successText)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
    await forgetSaved(queries)
  }

  async function keep(trendName: string): Promise<void> {
    if (naming?.as === 'rename' && trend) await updateTrend(trend.id, { version: trend.version, trendName })
    else onAdopt(await addTrend(trendName, state))
    await forgetSaved(queries)
    toast.success(t('trends.saved'))
    done()
  }

  async function remove(one: SavedTrend): Promise<void> {
    if (
      !(await confirm({
        title: t('delete.title'),
        text: t('trends.delete-text', { trend: one.trendName }),
        ok: t('button.delete'),
        cancel: t('common.cancel'),
        danger: true,
      }))
    )
      return
    await attempt(async () => {
      await deleteTrend(one.id)
      onAdopt(undefined)
    }, t('trends.deleted'))
  }

  async function copyLink(): Promise<void> {
    if (await copyText(location.href)) toast.success(t('view.copied'))
    else toast.warning(t('appClients.not-copied'))
  }

  const some = state.points.length > 0
  const groupOf = (key: 'own' | 'shared') => {
    const children = (data?.list ?? [])
      .filter(({ isShared }) => isShared === (key === 'shared'))
      .map((one) => ({ key: one.id, label: one.trendName, onClick: () => onOpen(one) }))
    return children.length === 0 ? [] : [{ type: 'group' as const, key, label: t(`trends.${key}`), children }]
  }
  const items = [
    ...groupOf('own'),
    ...groupOf('shared'),
    ...(data && data.list.length > 0 ? [{ type: 'divider' as const }] : []),
    ...(trend?.mayChange && changed && some
      ? [
          {
            key: 'save',
            label: t('trends.save'),
            onClick: () => void attempt(() => updateTrend(trend.id, { version: trend.version, state }), t('trends.saved')),
          },
        ]
      : []),
    { key: 'save-as', label: t('trends.save-as'), disabled: !some, onClick: () => name('new') },
    { key: 'link', label: t('view.copy-link'), disabled: !some, onClick: () => void copyLink() },
    ...(trend?.mayChange
      ? [
          ...(data?.mayShare
            ? [
                {
                  key: 'share',
                  label: t(trend.isShared ? 'trends.unshare' : 'trends.share'),
                  onClick: () => void attempt(() => shareTrend(trend.id, !trend.isShared), t('trends.saved')),
                },
              ]
            : []),
          { key: 'rename', label: t('view.rename'), onClick: () => name('rename') },
          { key: 'delete', danger: true, label: t('button.delete'), onClick: () => void remove(trend) },
        ]
      : []),
  ]
  const text = trend ? (changed ? t('view.changed', { view: trend.trendName }) : trend.trendName) : t('trends.trends')
  return (
    <>
      <Dropdown menu={{ items, className: 'views-menu' }} {...dropdown}>
        <Button
          onClick={press}
          icon={<FolderOpenOutlined aria-hidden="true" />}
          aria-haspopup="menu"
          {...(isShort ? { 'aria-label': text, title: text } : {})}
        >
          {isShort ? undefined : text}
        </Button>
      </Dropdown>
      {naming && (
        <Suspense fallback={null}>
          <NameDialog
            key={naming.times}
            open={naming.open}
            title={t(naming.as === 'new' ? 'trends.save-as' : 'view.rename')}
            label={t('trends.name')}
            name={naming.as === 'rename' ? (trend?.trendName ?? '') : ''}
            onSave={keep}
            onClose={done}
          />
        </Suspense>
      )}
    </>
  )
}
