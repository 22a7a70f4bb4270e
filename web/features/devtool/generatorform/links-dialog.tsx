/** Addresses by which people without an account fill in a form. Each is told once, as text and as a picture to scan. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Input, InputNumber, Modal, QRCode } from 'antd'
import { Suspense, lazy, useId, useState } from 'react'
import type { FormLink } from '../../../../model/contract/devtool/form-links.ts'
import { addFormLink, deleteFormLink, queryFormLink } from '../../../../model/contract/devtool/form-links.ts'
import { forms } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { copyText } from '../../../ui/clipboard.ts'
import { confirm } from '../../../ui/confirm.ts'
import { toast } from '../../../ui/toast.ts'
import { named } from '../../../ui/named.ts'
import './dialogs.css'

const Moment = lazy(() => import('../../../ui/moment.tsx'))

/** Days for which most links are made. */
const PERIODS = [1, 7, 30] as const

export default function LinksDialog({ row: { id, ...row }, onClose }: { row: ResourceRow; onClose: () => void }) {
  const t = useT()
  const own = useId()
  const queries = useQueryClient()
  const [expireTime, setExpireTime] = useState<string>()
  const [maxEntries, setMaxEntries] = useState<number | null>(null)
  const [address, setAddress] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const { data } = useQuery({ queryKey: [forms.name, 'links', id], queryFn: () => ask(queryFormLink, { id }), gcTime: 0 })
  const again = () => queries.invalidateQueries({ queryKey: [forms.name, 'links', id] })

  async function make(): Promise<void> {
    setBusy(true)
    try {
      const input = { id, ...(expireTime ? { expireTime } : {}), ...(maxEntries === null ? {} : { maxEntries }) }
      const { url } = await ask(addFormLink, input)
      setAddress(new URL(url, location.origin).href)
      setExpireTime(undefined)
      setMaxEntries(null)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
      await again()
    }
  }

  async function remove({ linkId }: FormLink): Promise<void> {
    const isSure = await confirm({
      title: t('form-list.link-remove'),
      text: t('form-list.link-remove-text'),
      ok: t('form-list.link-remove'),
      cancel: t('common.cancel'),
      danger: true,
    })
    if (!isSure) return
    try {
      await ask(deleteFormLink, { linkId })
      setAddress(undefined)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
    await again()
  }

  async function copy(text: string): Promise<void> {
    if (await copyText(text)) toast.success(t('form-list.link-copied'))
    else toast.warning(t('form-list.link-copy-failed'))
  }

  return (
    <Modal
      open
      width={600}
      title={t('form-list.links-title', { form: String(row['formDescription']) })}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
      onCancel={onClose}
    >
      <p>{t('form-list.links-about')}</p>
      {address !== undefined && (
        <div className="form-link-made" role="status">
          <p>{t('form-list.link-made')}</p>
          <div className="form-link-address">
            <Input readOnly value={address} aria-label={t('form-list.link-address')} onFocus={({ target }) => target.select()} />
            <Button type="primary" onClick={() => void copy(address)}>
              {t('form-list.link-copy')}
            </Button>
          </div>
          {/* Black on white in both themes: cameras know no other. */}
          <div className="form-link-picture" role="img" aria-label={t('form-list.link-picture')}>
            <span aria-hidden="true">
              <QRCode type="svg" value={address} size={168} color="#000" bgColor="#fff" bordered={false} errorLevel="M" />
            </span>
          </div>
        </div>
      )}
      <ul className="form-lines">
        {data?.map((link) => (
          <li key={link.linkId}>
            <span>
              <strong>{link.createTime}</strong>
              <small>
                {[
                  link.isExpired
                    ? t('form-list.link-over')
                    : link.expireTime
                      ? t('form-list.link-until', { time: link.expireTime })
                      : t('form-list.link-for-ever'),
                  link.maxEntries === null
                    ? t('form-list.entry-count', { count: link.entries })
                    : t('form-list.entry-count-of', { count: link.entries, most: link.maxEntries }),
                ].join(' · ')}
              </small>
            </span>
            <Button size="small" danger aria-label={named(t('form-list.link-remove'), link.createTime)} onClick={() => void remove(link)}>
              {t('form-list.link-remove')}
            </Button>
          </li>
        ))}
      </ul>
      <div className="form-link-new">
        <div>
          <label htmlFor={`${own}-until`}>{t('form-list.link-expires')}</label>
          <Suspense fallback={<Input id={`${own}-until`} />}>
            <Moment
              id={`${own}-until`}
              value={expireTime ?? null}
              onChange={setExpireTime}
              presets={PERIODS.map((days) => ({ label: t('form-list.link-days', { days }), days }))}
            />
          </Suspense>
        </div>
        <div>
          <label htmlFor={`${own}-most`}>{t('form-list.link-most')}</label>
          <InputNumber
            id={`${own}-most`}
            min={1}
            max={1_000_000}
            precision={0}
            value={maxEntries}
            onChange={setMaxEntries}
            style={{ width: '100%' }}
          />
        </div>
        <Button type="primary" loading={isBusy} onClick={() => void make()}>
          {t('form-list.link-make')}
        </Button>
      </div>
    </Modal>
  )
}
