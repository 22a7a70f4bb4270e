/** The widgets: what can be placed on a page that people arrange (today the workbench), and who has a use for each. */
import type { ComponentType } from 'react'
import { lazy } from 'react'
import type { Card } from '../../model/home/workbench.ts'
import { CARDS } from '../../model/home/workbench.ts'
import { useMenuPages } from '../kernel/navigation/console-menu.ts'
import type { LabelKey } from '../kernel/i18n/i18n.ts'
import { Alarms } from './alarms.tsx'
import { Counts, counted } from './counts.tsx'
import { Devices } from './devices.tsx'
import { Notifications } from './notifications.tsx'
import { RecentUsers } from './recent-users.tsx'
import { RecentVisits } from './recent-visits.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { Tasks } from './tasks.tsx'
import './widgets.css'

const [ALARMS, OVERVIEW, TENANTS, BACKUPS] = ['/acquisition/alarms', '/acquisition/overview', '/tenant/systenant', '/admin/logsystem']
const CONSOLE = '/bigscreen/maintenanceconsole'

interface Widget {
  readonly title: LabelKey
  readonly Body: ComponentType
  /** Pages one of which has to be in the menu; without them it is for everybody. */
  readonly needs?: readonly string[]
}

export const widgets: Readonly<Record<Card, Widget>> = {
  counts: { title: 'workbench.counts', Body: Counts, needs: counted.map(({ path }) => path) },
  notifications: { title: 'menu.mynotification', Body: Notifications },
  tasks: { title: 'workbench.tasks', Body: Tasks },
  devices: { title: 'noun.devices', Body: Devices, needs: [OVERVIEW] },
  alarms: { title: 'workbench.alarms', Body: Alarms, needs: [ALARMS] },
  shortcuts: { title: 'workbench.shortcuts', Body: Shortcuts },
  'recent-pages': { title: 'workbench.recent-pages', Body: RecentVisits },
  'recent-users': { title: 'workbench.recent-users', Body: RecentUsers, needs: ['/admin/sysuser'] },
  // Few have them.
  maintenance: { title: 'workbench.maintenance', Body: lazy(() => import('./maintenance.tsx')), needs: [CONSOLE] },
  'platform-tenants': { title: 'workbench.platform-tenants', Body: lazy(() => import('./platform-tenants.tsx')), needs: [TENANTS] },
  'platform-quotas': { title: 'workbench.platform-quotas', Body: lazy(() => import('./platform-quotas.tsx')), needs: [TENANTS] },
  'platform-work': { title: 'workbench.platform-work', Body: lazy(() => import('./platform-work.tsx')), needs: [BACKUPS] },
}

/** The names of the widgets that show something to this person. */
export function useUsableWidgets(): readonly Card[] {
  const reachable = new Set(useMenuPages().map(({ path }) => path))
  return CARDS.filter((card) => widgets[card].needs?.some((path) => reachable.has(path)) ?? true)
}
