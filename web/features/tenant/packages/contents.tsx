/** What a package has: menus and calls, ticked in trees. */
import type { PackageCatalogue, PackageMenu } from '../../../../model/contract/tenant/packages.ts'
import { authorizeSysPackage, queryCatalogueSysPackage, queryContentsSysPackage } from '../../../../model/contract/tenant/packages.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { GrantPanel } from '../../../shared/authority/granting/grant-dialog.tsx'
import { GrantDialog } from '../../../shared/authority/granting/grant-dialog.tsx'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { titleOfMenu, titleOfUrl } from '../../../kernel/i18n/url-title.ts'
import type { TickNode } from '../../../ui/tick-tree.tsx'
import { leavesOf } from '../../../ui/tick-tree.tsx'

export default function Contents({ row, onClose }: { row: ResourceRow; onClose: () => void }) {
  const t = useT()
  const read = () => Promise.all([ask(queryCatalogueSysPackage, {}), ask(queryContentsSysPackage, { id: row.id })])
  const store = (set: { menuId: readonly string[] } | { urlId: readonly string[] }) => ask(authorizeSysPackage, { id: row.id, ...set })
  const menusOf = ({ menus }: PackageCatalogue) => menus.map(nodeOf)
  const urlsOf = ({ urls }: PackageCatalogue): TickNode[] =>
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
function nodeOf({ id, title, path, children }: PackageMenu): TickNode {
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
