import type en from '../en/construction-data.ts'

export default {
  'constructionData.view': '顯示內容',
  'constructionData.view-curve': '曲線',
  'constructionData.view-compare': '比較',
  'constructionData.view-calendar': '每日合格率',
  'constructionData.none': '還沒有養護紀錄。',
  'constructionData.none-judged': '尚無已判定的養護紀錄。',
  'constructionData.rates': '升降溫速率',
  'constructionData.difference': '{{one}} − {{other}} 溫差',
  'constructionData.proposed': '{{stage}}（建議）',
  'constructionData.to-trend': '檢視該時段趨勢',
  'constructionData.to-alarms': '檢視該時段設備警報',
  'constructionData.to-run': '檢視養護紀錄詳情',
  'constructionData.to-report': '檢視該紀錄的報表',
  'constructionData.shaded': '陰影：所比較紀錄的部分資料品質不良',
  'constructionData.strength': '目前強度（推定）',
  'constructionData.maturity': '成熟度 {{value}} °C·h',
  'constructionData.share': '達到設計強度 {{percent}}%',
  'constructionData.compare-run': '比較 {{run}}',
  'constructionData.compare-title': '依養護歷時比較溫度',
  'constructionData.compare-about': '請在清單中勾選最多 {{most}} 筆養護紀錄。',
  'constructionData.elapsed': '養護歷時（小時）',
  'constructionData.median': '中位數',
  'constructionData.month': '月份',
  'constructionData.calendar-about':
    '當日結束的養護紀錄中判定合格的比例；無法判定者不計為合格，作廢者不計入。僅統計最近 {{most}} 筆養護紀錄。',
} as const satisfies Record<keyof typeof en, string>
