import type en from '../en/construction-data.ts'

export default {
  'constructionData.view': '显示内容',
  'constructionData.view-curve': '曲线',
  'constructionData.view-compare': '对比',
  'constructionData.view-calendar': '每日合格率',
  'constructionData.none': '还没有养护记录。',
  'constructionData.none-judged': '尚无已判定的养护记录。',
  'constructionData.rates': '升降温速率',
  'constructionData.difference': '{{one}} − {{other}} 温差',
  'constructionData.proposed': '{{stage}}（建议）',
  'constructionData.to-trend': '查看该时段趋势',
  'constructionData.to-alarms': '查看该时段设备报警',
  'constructionData.to-run': '查看养护记录详情',
  'constructionData.to-report': '查看该记录的报表',
  'constructionData.shaded': '阴影：所对比记录的部分数据质量不良',
  'constructionData.strength': '当前强度（推定）',
  'constructionData.maturity': '成熟度 {{value}} °C·h',
  'constructionData.share': '达到设计强度 {{percent}}%',
  'constructionData.compare-run': '对比 {{run}}',
  'constructionData.compare-title': '按养护历时对比温度',
  'constructionData.compare-about': '请在列表中勾选最多 {{most}} 条养护记录。',
  'constructionData.elapsed': '养护历时（小时）',
  'constructionData.median': '中位数',
  'constructionData.month': '月份',
  'constructionData.calendar-about':
    '当日结束的养护记录中判定合格的比例；无法判定的不计为合格，作废的不计入。仅统计最近 {{most}} 条养护记录。',
} as const satisfies Record<keyof typeof en, string>
