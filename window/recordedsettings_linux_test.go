package window

import "handrail/operator/operatortest"

// settingsWalks record the settings of somebody who has set nothing: the fixture of the
// page's fake backend names only what differs.
func settingsWalks() []walk {
	return []walk{{
		options:  func(opt *operatortest.Options) { opt.Settings = "{}" },
		reads:    []step{{"Settings", with()}},
		branches: [][]step{{}},
	}}
}
