/** What can be done with a board as a whole: a new one, another name, a copy, sharing, and taking it away. */
import MoreOutlined from '@ant-design/icons/es/icons/MoreOutlined'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { Suspense, lazy, useState } from 'react'
import type { BoardContent } from '../../../../model/charts/board.ts'
import type { ListedBoard } from '../../../../model/contract/charts/boards.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { confirm } from '../../../ui/confirm.ts'
import { toast } from '../../../ui/toast.ts'
import { addBoard, deleteBoard, forgetBoards, shareBoard, updateBoard } from './client.ts'

const NameDialog = lazy(() => import('../../../kernel/resource/name-dialog.tsx'))
const ShareDialog = lazy(() => import('./share-dialog.tsx'))

interface BoardMenuProps {
  readonly listed: ListedBoard | undefined
  readonly version: number | undefined
  readonly content: BoardContent | undefined
  readonly may: (button: string) => boolean
  /** Another board is shown, or the first one there is. */
  readonly onOpen: (id: string | undefined) => void
}

const EMPTY: BoardContent = { format: 1, charts: [] }

export function BoardMenu({ listed, version, content, may, onOpen }: BoardMenuProps) {
  const t = useT()
  const queries = useQueryClient()
  const [asking, setAsking] = useState<{ what: 'new' | 'rename' | 'copy' | 'share'; open: boolean; times: number }>()
  const ask = (what: 'new' | 'rename' | 'copy' | 'share') => setAsking((before) => ({ what, open: true, times: (before?.times ?? 0) + 1 }))
  const close = () => setAsking((before) => before && { ...before, open: false })

  async function keep(name: string): Promise<void> {
    if (asking?.what === 'rename' && listed && version !== undefined) await updateBoard(listed.id, { version, boardName: name })
    // Of a chart that was told without its document nothing can be copied.
    else
      onOpen(
        await addBoard(
          name,
          asking?.what === 'copy' && content ? { ...content, charts: content.charts.filter(({ document }) => document) } : EMPTY,
        ),
      )
    await forgetBoards(queries)
    toast.success(t('view.saved'))
    close()
  }

  async function share(audience: ListedBoard['audience'], roles: readonly string[]): Promise<void> {
    if (!listed) return
    try {
      await shareBoard(listed.id, audience, roles)
      toast.success(t('view.saved'))
      close()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
    await forgetBoards(queries)
  }

  async function remove(): Promise<void> {
    if (!listed) return
    const question = {
      title: t('boards.delete', { name: listed.boardName }),
      text: t('boards.delete-text'),
      ok: t('button.delete'),
      cancel: t('common.cancel'),
      danger: true,
    }
    if (!(await confirm(question))) return
    try {
      await deleteBoard(listed.id)
      onOpen(undefined)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
    await forgetBoards(queries)
  }

  const items = [
    ...(may('add') ? [{ key: 'new', label: t('boards.new'), onClick: () => ask('new') }] : []),
    ...(listed && may('add') ? [{ key: 'copy', label: t('boards.copy'), onClick: () => ask('copy') }] : []),
    ...(listed?.mayChange && may('update') ? [{ key: 'rename', label: t('view.rename'), onClick: () => ask('rename') }] : []),
    ...(listed?.mayChange && may('share') ? [{ key: 'share', label: t('view.share'), onClick: () => ask('share') }] : []),
    ...(listed?.mayChange && may('delete')
      ? [{ key: 'delete', danger: true, label: t('button.delete'), onClick: () => void remove() }]
      : []),
  ]
  const [title, name] =
    asking?.what === 'rename'
      ? [t('view.rename'), listed?.boardName ?? '']
      : asking?.what === 'copy'
        ? [t('boards.copy'), t('boards.copy-name', { name: listed?.boardName ?? '' })]
        : [t('boards.new'), '']
  if (items.length === 0) return null
  return (
    <>
      {listed === undefined && may('add') && (
        <Button type="primary" onClick={() => ask('new')}>
          {t('boards.new')}
        </Button>
      )}
      <Dropdown menu={{ items }} trigger={['click']}>
        <Button icon={<MoreOutlined aria-hidden="true" />} aria-label={t('boards.more')} aria-haspopup="menu" />
      </Dropdown>
      {asking && asking.what !== 'share' && (
        <Suspense fallback={null}>
          <NameDialog
            key={asking.times}
            open={asking.open}
            title={title}
            label={t('boards.name')}
            name={name}
            onSave={keep}
            onClose={close}
          />
        </Suspense>
      )}
      {asking?.what === 'share' && listed && (
        <Suspense fallback={null}>
          <ShareDialog key={asking.times} open={asking.open} board={listed} onShare={share} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
