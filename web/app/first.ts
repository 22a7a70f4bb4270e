/**
 * What pages show first, by their address. It stands here and not with the pages: it is asked for the moment somebody goes there, while the file of the page is still on
 * its way.
 */
import type { Resource } from '../../model/resource.ts'
import {
  appClients,
  devices,
  dictionaries,
  issuedReports,
  logs,
  menus,
  notifications,
  onlineUsers,
  organisations,
  parameters,
  posts,
  regions,
  registrations,
  reportSchedules,
  roles,
  runs,
  urls,
  userPosts,
  users,
} from '../../model/index.ts'
import type { First } from '../kernel/resource/first-rows.ts'
import { firstRows } from '../kernel/resource/first-rows.ts'
import { devicePlaces } from '../shared/acquisition/device-places.ts'
import { overviewOf } from '../shared/acquisition/overview.ts'

const lists: Readonly<Record<string, Resource>> = {
  '/acquisition/devices': devices,
  '/acquisition/runs': runs,
  '/admin/appclient': appClients,
  '/admin/notification': notifications,
  '/admin/onlinesysuser': onlineUsers,
  '/admin/sysdict': dictionaries,
  '/admin/syslog': logs,
  '/admin/sysmenu': menus,
  '/admin/sysorg': organisations,
  '/admin/sysparam': parameters,
  '/admin/syspost': posts,
  '/admin/sysregion': regions,
  '/admin/sysregistration': registrations,
  '/admin/sysuser': users,
  '/admin/sysuserpost': userPosts,
  '/authority/sysrole': roles,
  '/authority/sysurl': urls,
  '/reports/issuedreport': issuedReports,
  '/reports/schedule': reportSchedules,
}

/** Beside the rows, or in place of them. */
const others: Readonly<Record<string, First>> = {
  '/acquisition/devices': (queries) => void queries.prefetchQuery(devicePlaces),
  '/acquisition/overview': (queries) => void queries.prefetchQuery(overviewOf),
}

/** Asks for what the page at this address shows first; nothing where that is not known. */
export const askFor: (path: string) => First = (path) => (queries, address) => {
  const of = lists[path]
  if (of) firstRows(of)(queries, address)
  others[path]?.(queries, address)
}
