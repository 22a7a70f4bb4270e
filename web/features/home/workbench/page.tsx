/** The first page after sign-in: who I am here, how much there is, who came lately. All of it from the caller's own calls. */
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { organisations, roles, users } from '../../../../model/index.ts'
import type { Resource } from '../../../../model/resource.ts'
import { useAvatar } from '../../../kernel/avatar.ts'
import { useMenuPages } from '../../../kernel/console-menu.ts'
import type { LabelKey } from '../../../kernel/i18n.ts'
import { localeOf, useLanguage, useT } from '../../../kernel/i18n.ts'
import { HOME } from '../../../kernel/menu-routes.ts'
import { listOf } from '../../../kernel/resource-client.ts'
import { useSession } from '../../../kernel/session-store.ts'
import { RecentUsers } from './recent-users.tsx'
import './workbench.css'

const counted: readonly { of: Resource; path: string }[] = [
  { of: users, path: '/admin/sysuser' },
  { of: organisations, path: '/admin/sysorg' },
  { of: roles, path: '/authority/sysrole' },
]

export default function WorkbenchPage() {
  const t = useT()
  const pages = useMenuPages().filter(({ path }) => path !== HOME)
  const reachable = new Set(pages.map(({ path }) => path))
  const cards = counted.filter(({ path }) => reachable.has(path))
  return (
    <div className="workbench">
      <Greeting />
      {cards.length > 0 && (
        <ul className="count-cards" aria-label={t('workbench.counts')}>
          {cards.map(({ of, path }) => <CountCard key={path} of={of} path={path} />)}
        </ul>
      )}
      <div className="workbench-columns">
        {reachable.has('/admin/sysuser') && <RecentUsers />}
        <section className="panel" aria-labelledby="shortcuts-title">
          <h2 id="shortcuts-title">{t('workbench.shortcuts')}</h2>
          {pages.length === 0 && <p className="quiet">{t('workbench.no-shortcuts')}</p>}
          <ul className="shortcuts">
            {pages.map(({ path, title }) => <li key={path}><Link to={path}>{title}</Link></li>)}
          </ul>
        </section>
      </div>
    </div>
  )
}

function Greeting() {
  const t = useT()
  const language = useLanguage()
  const { user } = useSession()
  const today = new Intl.DateTimeFormat(localeOf[language], { dateStyle: 'full' }).format(new Date())
  return (
    <header className="greeting">
      <img src={useAvatar(user.avatar)} alt="" width={56} height={56} />
      <div>
        <h1>{t(greetingKey(new Date().getHours()), { name: user.nickname || user.username })}</h1>
        <p>{today}</p>
      </div>
      <dl className="who">
        <div><dt>{t('workbench.tenant')}</dt><dd>{user.tenantName || user.tenantCode}</dd></div>
        <div><dt>{t('field.users.username')}</dt><dd>{user.username}</dd></div>
        <div><dt>{t('field.users.orgId')}</dt><dd>{user.orgName}</dd></div>
        <div><dt>{t('field.users.roleId')}</dt><dd>{user.roleNames.join(', ')}</dd></div>
      </dl>
    </header>
  )
}

function greetingKey(hour: number): LabelKey {
  if (hour < 5) return 'workbench.night'
  if (hour < 12) return 'workbench.morning'
  return hour < 18 ? 'workbench.afternoon' : 'workbench.evening'
}

function CountCard({ of, path }: { of: Resource; path: string }) {
  const t = useT()
  const language = useLanguage()
  const { organisations: tree } = useSession()
  const isTree = of.parent !== undefined
  const { data } = useQuery({ ...listOf(of, { currentPage: 1, pageSize: 1 }, { quiet: true }), enabled: !isTree })
  // A tree's own total counts its roots; the session holds all of it.
  const count = isTree ? countAll(tree) : data?.total
  return (
    <li>
      <Link to={path} className="count-card">
        <span className="count-name">{t(`noun.${of.name}` as LabelKey)}</span>
        <span className="count">{count === undefined ? '–' : new Intl.NumberFormat(localeOf[language]).format(count)}</span>
      </Link>
    </li>
  )
}

interface Node {
  readonly children?: readonly Node[]
}

function countAll(nodes: readonly Node[]): number {
  return nodes.reduce((sum, { children = [] }) => sum + 1 + countAll(children), 0)
}
