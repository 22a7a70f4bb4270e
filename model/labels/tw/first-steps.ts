import type en from '../en/first-steps.ts'

export default {
  'first.title': '新手清單',
  'first.about': '依序完成以下步驟，即可看到第一個數值。完成的步驟會自動勾選。',
  'first.project': '新增專案',
  'first.site': '新增站點',
  'first.device-type': '新增設備類型',
  'first.device': '新增設備',
  'first.value': '連接設備，收到第一個數值',
  'first.done': '已完成',
  'first.guide': '檢視指南',
  'first.hide': '不再顯示',
} as const satisfies Record<keyof typeof en, string>
