/** What a package has: menus and calls, ticked in trees. */
import { call, get } from '../../../kernel/http/api.ts'
import type { GrantPanel } from '../../../shared/authority/granting/grant-dialog.tsx'
import { GrantDialog } from '../../../shared/authority/granting/grant-dialog.tsx'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import type { DescribedUrl } from '../../../kernel/i18n/url-title.ts'
import { titleOfMenu, titleOfUrl } from '../../../kernel/i18n/url-title.ts'
import type { TickNode } from '../../../ui/tick-tree.tsx'
import { leavesOf } from '../../../ui/tick-tree.tsx'

const PATH = '/api/admin/syspackage'

interface MenuNode {
  readonly id: string
  readonly title: string
  readonly path: string
  readonly children?: readonly MenuNode[]
}
interface Catalogue {
  readonly menus: readonly MenuNode[]
  readonly urls: readonly (DescribedUrl & { id: string; menuCode: string })[]
}
interface Held {
  readonly menuId: readonly string[]
  readonly urlId: readonly string[]
}

export default function Contents({ row, onClose }: { row: ResourceRow; onClose: () => void }) {
  const t = useT()
  const read = () =>
    Promise.all([get<Catalogue>(`${PATH}/queryCatalogueSysPackage`), get<Held>(`${PATH}/queryContentsSysPackage`, { id: row.id })])
  const store = (set: object) => call('POST', `${PATH}/authorizeSysPackage`, { json: { id: row.id, ...set } })
  const menusOf = ({ menus }: Catalogue) => menus.map(nodeOf)
  const urlsOf = ({ urls }: Catalogue): TickNode[] =>
    [...Map.groupBy(urls, ({ menuCode }) => menuCode)].map(([code, own]) => ({
      id: `menu:${code}`,
      label: titleOfMenu(code, t),
      children: own.map((one) => ({ id: one.id, label: titleOfUrl(one, t), detail: one.url })),
    }))

  const panels: GrantPanel[] = [
    {
      key: 'menus',
      label: t('packages.menus'),
      hint: t('packages.effect'),
      load: async () => {
        const [all, held] = await read()
        return shownOf(menusOf(all), held.menuId)
      },
      save: async (ticked) => {
        const [all, held] = await read()
        await store({ menuId: [...ticked, ...unseen(menusOf(all), held.menuId)] })
      },
    },
    {
      key: 'urls',
      label: t('packages.urls'),
      hint: t('packages.effect'),
      load: async () => {
        const [all, held] = await read()
        return shownOf(urlsOf(all), held.urlId)
      },
      save: async (ticked) => {
        const [all, held] = await read()
        await store({ urlId: [...ticked, ...unseen(urlsOf(all), held.urlId)] })
      },
    },
  ]
  return (
    <GrantDialog
      id={`package:${row.id}`}
      title={t('packages.contents.of', { name: String(row['packageName'] ?? '') })}
      panels={panels}
      open
      onClose={onClose}
    />
  )
}

/** Groups come along with what stands below them, and are none themselves. */
function nodeOf({ id, title, path, children }: MenuNode): TickNode {
  return children ? { id, label: title, children: children.map(nodeOf) } : { id, label: title, detail: path }
}

function shownOf(nodes: readonly TickNode[], held: readonly string[]) {
  const leaves = new Set(leavesOf(nodes).map(({ id }) => id))
  return { nodes, ticked: held.filter((id) => leaves.has(id)) }
}

/** What the package has of pages that this version does not show: it stays. */
function unseen(nodes: readonly TickNode[], held: readonly string[]): string[] {
  const shown = new Set(
    nodes.flatMap(function all(node): string[] {
      return [node.id, ...(node.children ?? []).flatMap(all)]
    }),
  )
  return held.filter((id) => !shown.has(id))
}
