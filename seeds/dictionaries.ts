/** The dictionaries that come with the product; every tenant reads them and may add members of its own below them. */

/** Simplified Chinese, traditional Chinese, English. */
export type Names = readonly [zh: string, tw: string, en: string]

export interface DictionarySeed {
  readonly type: string
  readonly names: Names
  readonly members: readonly (readonly [value: string, ...names: Names])[]
}

export const dictionaries: readonly DictionarySeed[] = [
  {
    type: 'sex',
    names: ['性别', '性別', 'Sex'],
    members: [
      ['male', '男', '男', 'Male'],
      ['female', '女', '女', 'Female'],
    ],
  },
  {
    type: 'org',
    names: ['组织类型', '組織類型', 'Organisation types'],
    members: [
      ['group', '集团', '集團', 'Group'],
      ['company', '公司', '公司', 'Company'],
      ['department', '部门', '部門', 'Department'],
      ['team', '班组', '小組', 'Team'],
    ],
  },
  {
    type: 'region',
    names: ['区域类型', '區域類型', 'Region types'],
    members: [
      ['region', '大区', '大區', 'Region'],
      ['province', '省', '省', 'Province'],
      ['city', '市', '市', 'City'],
      ['district', '区县', '區縣', 'District'],
    ],
  },
  {
    type: 'notification',
    names: ['通知类型', '通知類型', 'Notification types'],
    members: [
      ['message', '消息', '訊息', 'Message'],
      ['notification', '通知', '通知', 'Notification'],
    ],
  },
  {
    type: 'priority',
    names: ['优先级', '優先順序', 'Priorities'],
    members: [
      ['high', '高', '高', 'High'],
      ['medium', '中', '中', 'Medium'],
      ['low', '低', '低', 'Low'],
    ],
  },
  {
    type: 'button',
    names: ['菜单按钮', '選單按鈕', 'Menu buttons'],
    members: [
      ['view', '查看', '檢視', 'View'],
      ['add', '新增', '新增', 'Add'],
      ['update', '编辑', '編輯', 'Edit'],
      ['delete', '删除', '刪除', 'Delete'],
      ['export', '导出', '匯出', 'Export'],
      ['import', '导入', '匯入', 'Import'],
      ['authorize', '授权', '授權', 'Authorise'],
      ['upload', '上传', '上傳', 'Upload'],
      ['download', '下载', '下載', 'Download'],
      ['generate', '生成', '產生', 'Generate'],
      ['preview', '预览', '預覽', 'Preview'],
      ['start', '启动', '啟動', 'Start'],
      ['track', '跟踪', '追蹤', 'Track'],
      ['assign', '签收', '簽收', 'Claim'],
      ['complete', '办理', '辦理', 'Complete'],
      ['delegate', '委派', '委派', 'Delegate'],
      ['regress', '退回', '退回', 'Send back'],
      ['reject', '驳回', '駁回', 'Reject'],
      ['terminate', '终止', '終止', 'Terminate'],
      ['design', '设计', '設計', 'Design'],
      ['deploy', '部署', '部署', 'Deploy'],
      ['suspend', '挂起', '暫停', 'Suspend'],
      ['activate', '激活', '啟用', 'Activate'],
      ['execution', '执行路径', '執行路徑', 'Execution path'],
      ['activity', '活动', '活動', 'Activities'],
      ['detail', '历史明细', '歷史明細', 'History details'],
      ['variable', '变量', '變數', 'Variables'],
      ['details', '详情', '詳細資料', 'Details'],
    ],
  },
  {
    type: 'file',
    names: ['文件类型', '檔案類型', 'File types'],
    members: [
      ['image', '图片', '圖片', 'Image'],
      ['document', '文档', '文件', 'Document'],
      ['video', '视频', '影片', 'Video'],
      ['audio', '音频', '音訊', 'Audio'],
      ['other', '其他', '其他', 'Other'],
    ],
  },
  {
    type: 'operation',
    names: ['操作类型', '操作類型', 'Operation types'],
    members: [
      ['query', '查询', '查詢', 'Query'],
      ['add', '新增', '新增', 'Add'],
      ['update', '修改', '修改', 'Change'],
      ['delete', '删除', '刪除', 'Delete'],
      ['export', '导出', '匯出', 'Export'],
      ['import', '导入', '匯入', 'Import'],
      ['grant', '授权', '授權', 'Grant'],
      ['sign-in', '登录', '登入', 'Sign-in'],
      ['sign-out', '退出', '登出', 'Sign-out'],
    ],
  },
]
