/** The uploads in a corner: how far each is, and what can be done about it. */
import CaretRightOutlined from '@ant-design/icons/es/icons/CaretRightOutlined'
import CheckCircleOutlined from '@ant-design/icons/es/icons/CheckCircleOutlined'
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import PauseOutlined from '@ant-design/icons/es/icons/PauseOutlined'
import RedoOutlined from '@ant-design/icons/es/icons/RedoOutlined'
import UpOutlined from '@ant-design/icons/es/icons/UpOutlined'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { confirm } from '../../../ui/confirm.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { sizeOf } from '../../../kernel/i18n/size.ts'
import { succeeded } from '../client.ts'
import type { UploadItem } from './queue.ts'
import { cancel, clearUploads, pause, resume, settle, useUploads } from './queue.ts'
import { named } from '../../../ui/named.ts'
import './upload-panel.css'

export function UploadPanel() {
  const t = useT()
  const items = useUploads((queue) => queue.items)
  const [folded, setFolded] = useState(false)
  if (items.length === 0) return null
  const done = items.filter(({ state }) => state === 'done').length
  const troubled = items.filter(({ state }) => state === 'failed' || state === 'taken').length
  const [sent, size] = [items.reduce((sum, item) => sum + item.sent, 0), items.reduce((sum, item) => sum + item.size, 0)]
  const title =
    done === items.length
      ? t('disk.uploads-done', { count: done })
      : troubled > 0
        ? t('disk.uploads-troubled', { done, all: items.length, troubled })
        : t('disk.uploads', { done, all: items.length })

  async function close(): Promise<void> {
    const isOpen = items.some(({ state }) => state !== 'done' && state !== 'failed')
    if (
      !isOpen ||
      (await confirm({
        title: t('disk.uploads-stop'),
        text: t('disk.uploads-stop-text'),
        ok: t('disk.uploads-stop'),
        cancel: t('common.cancel'),
        danger: true,
      }))
    )
      clearUploads()
  }

  return (
    <section className="upload-panel" aria-label={t('disk.uploads-title')}>
      <header>
        <strong role="status">{title}</strong>
        <Button
          type="text"
          size="small"
          icon={folded ? <UpOutlined aria-hidden="true" /> : <DownOutlined aria-hidden="true" />}
          aria-expanded={!folded}
          aria-label={t('disk.uploads-show')}
          onClick={() => setFolded(!folded)}
        />
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined aria-hidden="true" />}
          aria-label={t('disk.uploads-close')}
          onClick={() => void close()}
        />
        <progress max={Math.max(1, size)} value={sent} aria-label={t('disk.uploads-title')} />
      </header>
      {!folded && (
        <ul tabIndex={items.length > 4 ? 0 : -1}>
          {items.map((item) => (
            <Line key={item.id} item={item} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Line({ item: { id, name, size, state, sent, error } }: { item: UploadItem }) {
  const t = useT()
  const percent = size === 0 ? 0 : Math.floor((sent / size) * 100)
  const icon = (label: string, picture: ReactNode, run: () => void) => (
    <Button type="text" size="small" icon={picture} aria-label={named(label, name)} title={label} onClick={run} />
  )
  return (
    <li className={`upload-${state}`}>
      <span className="upload-name" title={name}>
        {name}
      </span>
      <span className="upload-buttons">
        {state === 'done' && <CheckCircleOutlined className="upload-tick" role="img" aria-label={t('disk.uploaded')} />}
        {(state === 'sending' || state === 'waiting') && icon(t('disk.pause'), <PauseOutlined aria-hidden="true" />, () => pause(id))}
        {state === 'paused' && icon(t('disk.resume'), <CaretRightOutlined aria-hidden="true" />, () => resume(id))}
        {state === 'failed' && size > 0 && icon(t('common.retry'), <RedoOutlined aria-hidden="true" />, () => resume(id))}
        {state !== 'done' && icon(t('common.cancel'), <CloseOutlined aria-hidden="true" />, () => cancel(id))}
      </span>
      {state !== 'done' && state !== 'taken' && <progress max={100} value={percent} aria-label={name} />}
      {state === 'taken' ? (
        <span className="upload-taken">
          <span>{t('disk.upload-taken')}</span>
          <Button size="small" onClick={() => void succeeded(settle(id, 'replace'))}>
            {t('disk.upload-replace')}
          </Button>
          <Button size="small" onClick={() => void succeeded(settle(id, 'keep'))}>
            {t('disk.upload-keep')}
          </Button>
        </span>
      ) : (
        <small className={state === 'failed' ? 'upload-error' : undefined}>
          {state === 'failed' ? error : state === 'done' ? sizeOf(size) : `${t(`disk.state-${state}`)} · ${percent} % · ${sizeOf(size)}`}
        </small>
      )}
    </li>
  )
}
