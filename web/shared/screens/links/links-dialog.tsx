/** Links to a screen: addresses for displays at which nobody signs in. Each is told once, as text and as a picture to scan. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Input, InputNumber, Modal, QRCode, Select } from 'antd'
import { useId, useState } from 'react'
import type { ScreenLink } from '../../../../model/contract/screen/links.ts'
import {
  MAX_LINK_DAYS,
  MAX_LINK_DISPLAYS,
  MAX_NETWORKS,
  USUAL_LINK_DAYS,
  addScreenLink,
  deleteScreenLink,
  queryScreenLink,
} from '../../../../model/contract/screen/links.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { copyText } from '../../../ui/clipboard.ts'
import { minuteOf } from '../../../ui/clock.ts'
import { confirm } from '../../../ui/confirm.ts'
import { named } from '../../../ui/named.ts'
import { toast } from '../../../ui/toast.ts'
import './links.css'

const DAY_MS = 86_400_000
/** The page behind a link. */
const PAGE = '/show'

interface LinksDialogProps {
  readonly screenId: string
  readonly screenName: string
  /** Whether the caller may make and revoke links, and not only look at them. */
  readonly mayChange: boolean
  readonly onClose: () => void
}

export default function LinksDialog({ screenId, screenName, mayChange, onClose }: LinksDialogProps) {
  const t = useT()
  const queries = useQueryClient()
  const [address, setAddress] = useState<string>()
  const queryKey = ['screen-links', screenId]
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => ask(queryScreenLink, { id: screenId }, { signal }), gcTime: 0 })
  const again = () => queries.invalidateQueries({ queryKey })

  async function revoke(link: ScreenLink): Promise<void> {
    const isSure = await confirm({
      title: t('screen-links.revoke'),
      text: t('screen-links.revoke-text', { link: link.linkName }),
      ok: t('screen-links.revoke'),
      cancel: t('common.cancel'),
      danger: true,
    })
    if (!isSure) return
    try {
      await ask(deleteScreenLink, { id: link.id })
      setAddress(undefined)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
    await again()
  }

  async function copy(text: string): Promise<void> {
    if (await copyText(text)) toast.success(t('screen-links.copied'))
    else toast.warning(t('screen-links.copy-failed'))
  }

  return (
    <Modal
      open
      width={680}
      title={t('screen-links.title', { screen: screenName })}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
      onCancel={onClose}
    >
      <p>{t('screen-links.about')}</p>
      {address !== undefined && (
        <div className="screen-link-made" role="status">
          <p>{t('screen-links.made')}</p>
          <div className="screen-link-address">
            <Input readOnly value={address} aria-label={t('screen-links.address')} onFocus={({ target }) => target.select()} />
            <Button type="primary" onClick={() => void copy(address)}>
              {t('screen-links.copy')}
            </Button>
          </div>
          {/* Black on white in both themes: cameras know no other. */}
          <div className="screen-link-picture" role="img" aria-label={t('screen-links.picture')}>
            <span aria-hidden="true">
              <QRCode type="svg" value={address} size={168} color="#000" bgColor="#fff" bordered={false} errorLevel="M" />
            </span>
          </div>
        </div>
      )}
      <ul className="screen-links">
        {data?.list.map((link) => (
          <LinkLine key={link.id} link={link} onRevoke={mayChange ? () => void revoke(link) : undefined} />
        ))}
      </ul>
      {mayChange && data && (
        <NewLink
          screenId={screenId}
          roles={data.roles}
          onMade={(token) => {
            setAddress(new URL(`${PAGE}#${token}`, location.origin).href)
            void again()
          }}
        />
      )}
    </Modal>
  )
}

function LinkLine({ link, onRevoke }: { readonly link: ScreenLink; readonly onRevoke: (() => void) | undefined }) {
  const t = useT()
  const isOver = link.revokedAt !== null || link.expiresAt <= Date.now()
  const end =
    link.revokedAt !== null
      ? t('screen-links.revoked', { time: minuteOf(link.revokedAt) })
      : t(isOver ? 'screen-links.over' : 'screen-links.until', { time: minuteOf(link.expiresAt) })
  const about = [
    end,
    t('screen-links.showing', { count: link.displays, most: link.mostDisplays }),
    link.roleName === null ? '' : t('screen-links.as-role', { role: link.roleName }),
    link.createdBy === null ? '' : t('screen-links.by', { person: link.createdBy }),
    link.hasPassword ? t('screen-links.has-password') : '',
    link.networks.length === 0 ? t('screen-links.everywhere') : link.networks.join(', '),
  ]
  return (
    <li className={isOver ? 'over' : undefined}>
      <span>
        <strong>{link.linkName}</strong>
        <small>{about.filter((part) => part !== '').join(' · ')}</small>
      </span>
      {!isOver && onRevoke && (
        <Button size="small" danger aria-label={named(t('screen-links.revoke'), link.linkName)} onClick={onRevoke}>
          {t('screen-links.revoke')}
        </Button>
      )}
    </li>
  )
}

interface NewLinkProps {
  readonly screenId: string
  readonly roles: readonly { readonly id: string; readonly roleName: string }[]
  readonly onMade: (token: string) => void
}

function NewLink({ screenId, roles, onMade }: NewLinkProps) {
  const t = useT()
  const own = useId()
  const [linkName, setName] = useState('')
  const [chosen, setRole] = useState<string>()
  const [password, setPassword] = useState('')
  const [networks, setNetworks] = useState('')
  const [mostDisplays, setMost] = useState(1)
  const [days, setDays] = useState(USUAL_LINK_DAYS)
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const roleId = chosen ?? roles[0]?.id
  const field = (name: string) => ({
    id: `${own}-${name}`,
    'aria-describedby': `${own}-${name}-hint`,
    status: problems.has(name) ? ('error' as const) : ('' as const),
  })
  const hint = (name: string, otherwise = '') => (
    <small id={`${own}-${name}-hint`} className={problems.has(name) ? 'wrong' : undefined}>
      {problems.get(name) ?? otherwise}
    </small>
  )

  async function make(): Promise<void> {
    if (roleId === undefined) return
    setBusy(true)
    setProblems(new Map())
    try {
      const named = networks.split(/[\s,;]+/).filter((text) => text !== '')
      const { token } = await ask(addScreenLink, {
        id: screenId,
        linkName,
        roleId,
        mostDisplays,
        networks: named,
        expiresAt: Date.now() + days * DAY_MS - 60_000,
        ...(password === '' ? {} : { password }),
      })
      setName('')
      setPassword('')
      onMade(token)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblems(new Map(error.errors.map(({ field: name, message }) => [name.split(/[.[]/)[0] ?? name, message])))
    } finally {
      setBusy(false)
    }
  }

  if (roles.length === 0) return <p className="screen-link-none">{t('screen-links.no-role')}</p>
  return (
    <form
      className="screen-link-new"
      aria-label={t('screen-links.make')}
      onSubmit={(event) => {
        event.preventDefault()
        void make()
      }}
    >
      <div className="wide">
        <label htmlFor={`${own}-linkName`}>{t('screen-links.name')}</label>
        <Input {...field('linkName')} required maxLength={64} value={linkName} onChange={({ target }) => setName(target.value)} />
        {hint('linkName', t('screen-links.name-help'))}
      </div>
      <div>
        <label htmlFor={`${own}-roleId`}>{t('screen-links.role')}</label>
        <Select
          {...field('roleId')}
          value={roleId}
          options={roles.map(({ id, roleName }) => ({ value: id, label: roleName }))}
          onChange={setRole}
          style={{ width: '100%' }}
        />
        {hint('roleId', t('screen-links.role-help'))}
      </div>
      <div>
        <label htmlFor={`${own}-password`}>{t('screen-links.password')}</label>
        <Input.Password
          {...field('password')}
          autoComplete="new-password"
          minLength={6}
          maxLength={64}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
        {hint('password', t('screen-links.password-help'))}
      </div>
      <div>
        <label htmlFor={`${own}-mostDisplays`}>{t('screen-links.displays')}</label>
        <InputNumber
          {...field('mostDisplays')}
          min={1}
          max={MAX_LINK_DISPLAYS}
          precision={0}
          value={mostDisplays}
          onChange={(value) => setMost(value ?? 1)}
          style={{ width: '100%' }}
        />
        {hint('mostDisplays')}
      </div>
      <div>
        <label htmlFor={`${own}-expiresAt`}>{t('screen-links.expires')}</label>
        <InputNumber
          {...field('expiresAt')}
          min={1}
          max={MAX_LINK_DAYS}
          precision={0}
          value={days}
          onChange={(value) => setDays(value ?? USUAL_LINK_DAYS)}
          style={{ width: '100%' }}
        />
        {hint('expiresAt')}
      </div>
      <div className="wide">
        <label htmlFor={`${own}-networks`}>{t('screen-links.networks')}</label>
        <Input.TextArea
          id={`${own}-networks`}
          aria-describedby={`${own}-networks-hint`}
          status={problems.has('networks') ? 'error' : ''}
          autoSize={{ minRows: 1, maxRows: 4 }}
          placeholder="192.168.10.0/24"
          value={networks}
          onChange={({ target }) => setNetworks(target.value)}
        />
        {hint('networks', t('screen-links.networks-help', { most: MAX_NETWORKS }))}
      </div>
      <Button type="primary" htmlType="submit" loading={isBusy} disabled={linkName.trim() === ''}>
        {t('screen-links.make')}
      </Button>
    </form>
  )
}
