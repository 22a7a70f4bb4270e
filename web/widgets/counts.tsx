import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { organisations, roles, users } from '../../model/index.ts'
import type { Resource } from '../../model/resource.ts'
import { ApiError } from '../kernel/http/api.ts'
import { useMenuPages } from '../kernel/navigation/console-menu.ts'
import type { LabelKey } from '../kernel/i18n/i18n.ts'
import { localeOf, useLanguage, useT } from '../kernel/i18n/i18n.ts'
import { listOf } from '../kernel/http/resource-client.ts'
import { countText } from '../kernel/i18n/texts.ts'
import { useSession } from '../kernel/session/session-store.ts'

export const counted: readonly { of: Resource; path: string }[] = [
  { of: users, path: '/admin/sysuser' },
  { of: organisations, path: '/admin/sysorg' },
  { of: roles, path: '/authority/sysrole' },
]

/** How much there is. */
export function Counts() {
  const t = useT()
  const reachable = new Set(useMenuPages().map(({ path }) => path))
  return (
    <ul className="count-cards" aria-label={t('workbench.counts')}>
      {counted
        .filter(({ path }) => reachable.has(path))
        .map(({ of, path }) => (
          <Count key={path} of={of} path={path} />
        ))}
    </ul>
  )
}

function Count({ of, path }: { of: Resource; path: string }) {
  const t = useT()
  const language = useLanguage()
  const { organisations: tree } = useSession()
  const isTree = of.parent !== undefined
  const { data, error } = useQuery({ ...listOf(of, { currentPage: 1, pageSize: 1 }, { quiet: true }), enabled: !isTree })
  // A tree's own total counts its roots; the session holds all of it.
  const count = isTree ? countAll(tree) : data?.total
  const written = (total: number) => new Intl.NumberFormat(localeOf[language]).format(total)
  return (
    <li>
      <Link to={path} className="count-card">
        <span className="count-name">{t(`noun.${of.name}` as LabelKey)}</span>
        <span className="count">{count === undefined ? '–' : countText(count, isTree || !data ? 'exact' : data.totalIs, written)}</span>
        {error instanceof ApiError && !data && (
          <span className="card-failure" role="alert">
            {error.message}
          </span>
        )}
      </Link>
    </li>
  )
}

interface Node {
  readonly children?: readonly Node[] | undefined
}

function countAll(nodes: readonly Node[]): number {
  return nodes.reduce((sum, { children = [] }) => sum + 1 + countAll(children), 0)
}
