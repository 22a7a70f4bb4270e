/** Addresses that need no account: with a password and an end, if wanted. The address is told once, like a secret. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { Suspense, lazy, useId, useState } from 'react'
import type { FileLink } from '../../../../model/contract/file/links.ts'
import { addFileLink, deleteFileLink, queryFileLink } from '../../../../model/contract/file/links.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { FileRow } from '../../../../model/contract/file/disk.ts'
import { FILES, succeeded } from '../../../shared/files/client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { copyText } from '../../../ui/clipboard.ts'
import { confirm } from '../../../ui/confirm.ts'
import { toast } from '../../../ui/toast.ts'
import { named } from '../../../ui/named.ts'

/** Days for which most links are given. */
const PERIODS = [1, 7, 30] as const

const Moment = lazy(() => import('../../../ui/moment.tsx'))

export function Links({ row: { id } }: { row: FileRow }) {
  const t = useT()
  const own = useId()
  const queries = useQueryClient()
  const [password, setPassword] = useState('')
  const [expires, setExpires] = useState<string>()
  const [made, setMade] = useState<{ address: string; password: string }>()
  const [busy, setBusy] = useState(false)
  const { data } = useQuery({
    queryKey: [FILES, 'links', id],
    queryFn: ({ signal }) => ask(queryFileLink, { id }, { signal }),
    gcTime: 0,
  })
  const again = () =>
    queries.invalidateQueries({ queryKey: [FILES], predicate: ({ queryKey: [, part] }) => part === 'links' || part === 'list' })

  async function add(): Promise<void> {
    setBusy(true)
    try {
      const { url } = await ask(addFileLink, { id, ...(password ? { password } : {}), ...(expires ? { expireTime: expires } : {}) })
      const link = { address: new URL(url, location.origin).href, password }
      setMade(link)
      await copy(link)
      setPassword('')
      setExpires(undefined)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
      await again()
    }
  }

  async function remove({ linkId }: FileLink): Promise<void> {
    if (
      !(await confirm({
        title: t('disk.link-remove'),
        text: t('disk.link-remove-text'),
        ok: t('disk.link-remove'),
        cancel: t('common.cancel'),
        danger: true,
      }))
    )
      return
    await succeeded(ask(deleteFileLink, { linkId }))
    setMade(undefined)
    await again()
  }

  /** Puts the address on the clipboard, with its password: what is sent to somebody is one text. */
  async function copy({ address, password: secret }: { address: string; password: string }): Promise<void> {
    const text = secret ? `${address}\n${t('signIn.password')}${t('common.means')}${secret}` : address
    if (await copyText(text)) toast.success(t(secret ? 'disk.link-copied-both' : 'disk.link-copied'))
    else toast.warning(t('disk.link-copy-failed'))
  }

  return (
    <section className="disk-links" aria-label={t('disk.links')}>
      <h2>{t('disk.links')}</h2>
      <p className="disk-note">{t('disk.links-note')}</p>
      {made !== undefined && (
        <div className="disk-made" role="status">
          <p>{t('disk.link-made')}</p>
          <div>
            <Input readOnly value={made.address} aria-label={t('disk.link-address')} onFocus={({ target }) => target.select()} />
            <Button type="primary" onClick={() => void copy(made)}>
              {t(made.password ? 'disk.link-copy-both' : 'disk.link-copy')}
            </Button>
          </div>
        </div>
      )}
      <ul className="disk-lines">
        {data?.map((link) => (
          <li key={link.linkId}>
            <span className="disk-line-text">
              <strong>{link.createTime}</strong>
              <small>
                {[
                  t(link.hasPassword ? 'disk.link-password' : 'disk.link-open'),
                  link.isExpired
                    ? t('disk.link-over')
                    : link.expireTime
                      ? t('disk.link-until', { time: link.expireTime })
                      : t('disk.link-for-ever'),
                ].join(' · ')}
              </small>
            </span>
            <Button size="small" danger aria-label={named(t('disk.link-remove'), link.createTime)} onClick={() => void remove(link)}>
              {t('disk.link-remove')}
            </Button>
          </li>
        ))}
      </ul>
      <div className="disk-new-link">
        <div className="disk-field">
          <label htmlFor={`${own}-password`}>{t('disk.link-password-field')}</label>
          <Input.Password
            id={`${own}-password`}
            autoComplete="new-password"
            maxLength={64}
            value={password}
            onChange={({ target }) => setPassword(target.value)}
            onPressEnter={() => void add()}
          />
        </div>
        <div className="disk-field">
          <label htmlFor={`${own}-expires`}>{t('disk.link-expires')}</label>
          <Suspense fallback={<div className="filter-place" />}>
            <Moment
              id={`${own}-expires`}
              value={expires ?? null}
              onChange={setExpires}
              presets={PERIODS.map((days) => ({ label: t('disk.link-days', { days }), days }))}
            />
          </Suspense>
        </div>
        <Button loading={busy} onClick={() => void add()}>
          {t('disk.link-add')}
        </Button>
      </div>
    </section>
  )
}
