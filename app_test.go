package main

import (
	"os"
	"strings"
	"testing"
)

// A web view opens what is dropped on it in place of the page. The page refuses that, so nothing may come before its refusal.
func TestThePageRefusesDropsFirst(t *testing.T) {
	raw, err := os.ReadFile("frontend/src/app/main.tsx")
	if err != nil {
		t.Fatal(err)
	}
	refuse, draw := strings.Index(string(raw), "refuseDrops(window)"), strings.Index(string(raw), "await open(place)")
	if refuse < 0 || draw < refuse {
		t.Error("frontend/src/app/main.tsx does not refuse drops before it draws the page: a dropped file would replace it")
	}
}
