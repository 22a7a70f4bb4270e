/**
 * Pages about one thing, each with the list that it is opened from. What it is about stands behind the address as `?id=`; an address that ends in the id
 * itself leads there too (web/app/router.tsx).
 */
export const DETAIL_PAGES: Readonly<Record<string, string>> = {
  '/acquisition/device': '/acquisition/devices',
  '/acquisition/run': '/acquisition/runs',
  '/reports/equipmentdetail': '/reports/equipmentarchive',
  '/maintenance/workorder': '/maintenance/workorders',
  '/maintenance/fault': '/maintenance/faults',
  '/maintenance/round': '/maintenance/rounds',
  '/reports/issuedreportdetails': '/reports/issuedreport',
  '/reportdesigner/reportdesign': '/reportdesigner/reporttemplate',
  '/bigscreen/screendesign': '/bigscreen/screens',
  '/personaloa/myprocessdetails': '/personaloa/myprocess',
  '/personaloa/mytaskdetails': '/personaloa/assigneetask',
  '/activiti/processdesign': '/activiti/model',
  '/activiti/execution': '/activiti/processinstance',
  '/activiti/taskdetails': '/activiti/task',
  '/activiti/historicactivityinstance': '/activiti/historicprocessinstance',
  '/activiti/historicdetail': '/activiti/historicprocessinstance',
  '/activiti/historicvariableinstance': '/activiti/historicprocessinstance',
  '/activiti/historictaskdetails': '/activiti/historictaskinstance',
}
