/** Records by what is typed: the server's lists are asked, as far as the caller may read them. */
import { useQueries } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { devices, organisations, roles, users } from '../../../../model/index.ts'
import type { Resource } from '../../../../model/resource.ts'
import type { LabelKey } from '../../../kernel/i18n/i18n.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { listOf } from '../../../kernel/http/resource-client.ts'
import type { Organisation } from '../../../../model/contract/organisation/organisations.ts'
import { pagesOf } from '../../../kernel/navigation/menu-routes.ts'
import { useSession } from '../../../kernel/session/session-store.ts'
import type { Routes } from '../routes.ts'
import type { Entry } from './entries.ts'
import { plainEntry } from './entries.ts'

interface Source {
  readonly of: Resource
  readonly path: string
  readonly icon: string
  readonly by: readonly string[]
  /** The page of one row, where there is one and it is open to the user. */
  readonly page?: string
}

/** Where records are looked for: a noun, its page and the fields by which people know its rows. */
export const sources: readonly Source[] = [
  { of: users, path: '/admin/sysuser', icon: 'user', by: ['username', 'nickname'] },
  { of: roles, path: '/authority/sysrole', icon: 'safety', by: ['roleName', 'roleCode'] },
  { of: devices, path: '/acquisition/devices', icon: 'hdd', by: ['deviceName', 'deviceCode'], page: '/acquisition/device' },
]
const ORGANISATIONS = '/admin/sysorg'

/** Whether the menu has the page: others are open to every role, and their lists are refused to most. */
export const isInMenu = ({ menu }: Routes, path: string): boolean => pagesOf(menu).some((page) => page.path === path)

/** Of each noun. */
const MAX_RECORDS = 5
/** Milliseconds an answer is good for: whoever corrects a letter does not wait for the same rows again. */
const FRESH = 10_000

/** The records that the text finds, and whether more are on their way. */
export function useRecords(text: string, routes: Routes): { records: readonly Entry[]; busy: boolean } {
  const t = useT()
  const navigate = useNavigate()
  const session = useSession()
  const wanted = isWorthAsking(text)
  const asked = wanted
    ? sources.filter(({ path }) => isInMenu(routes, path)).flatMap((source) => source.by.map((field) => ({ ...source, field })))
    : []
  const answers = useQueries({
    queries: asked.map(({ of, field }) => ({
      ...listOf(of, { currentPage: 1, pageSize: MAX_RECORDS, [field]: text }, { quiet: true }),
      staleTime: FRESH,
    })),
  })

  const entryOf = ({ of, path, icon, page }: Omit<Source, 'by'>, row: ResourceRow, also: string) => {
    const title = String(row[of.title])
    const address =
      page !== undefined && routes.paths.has(page)
        ? `${page}?id=${row.id}`
        : `${path}?${new URLSearchParams({ [of.title]: title }).toString()}`
    return plainEntry(
      `record ${of.name} ${row.id}`,
      also && also !== title ? `${title} · ${also}` : title,
      icon,
      () => void navigate(address),
      t(`one.${of.name}` as LabelKey),
    )
  }
  const found = asked.flatMap(({ field, ...source }, at) =>
    (answers[at]?.data?.list ?? [])
      // Somebody who may not read a field cannot search by it either: the server then leaves the condition out. And the rows of what was typed before stay until these are there.
      .filter((row) => includes(row[field], text) && row[source.of.title] !== undefined)
      .map((row) =>
        entryOf(
          source,
          row,
          source.by
            .filter((one) => one !== source.of.title)
            .map((one) => String(row[one] ?? ''))
            .join(' '),
        ),
      ),
  )
  const places =
    wanted && isInMenu(routes, ORGANISATIONS)
      ? flat(session.organisations)
          .filter(({ orgName }) => includes(orgName, text))
          .slice(0, MAX_RECORDS)
          .map(({ id, orgName }) => entryOf({ of: organisations, path: ORGANISATIONS, icon: 'apartment' }, { id, orgName }, ''))
      : []
  return {
    records: [...new Map([...found, ...places].map((entry) => [entry.key, entry])).values()],
    busy: answers.some(({ isFetching }) => isFetching),
  }
}

/** One letter is no name; one Chinese character is. */
export function isWorthAsking(text: string): boolean {
  return text.length > 1 || /\p{Script=Han}/u.test(text)
}

const includes = (value: unknown, text: string) => typeof value === 'string' && value.toLowerCase().includes(text.toLowerCase())

function flat(tree: readonly Organisation[]): Organisation[] {
  return tree.flatMap((one) => [one, ...flat(one.children ?? [])])
}
