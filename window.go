//go:build desktop || dev || bindings

package main

import (
	"context"
	"embed"
	"fmt"
	"os"

	"github.com/wailsapp/wails/v2"
	"github.com/wailsapp/wails/v2/pkg/options"
	"github.com/wailsapp/wails/v2/pkg/options/assetserver"
	"github.com/wailsapp/wails/v2/pkg/options/linux"

	"handrail/bridge"
	"handrail/operator"
	"handrail/tools"
)

//go:embed all:frontend/dist
var page embed.FS

//go:embed build/appicon.png
var icon []byte

func windowOf() func(space string) int { return openWindow }

// openWindow opens the window on a folder, "" for the last ones, and returns
// when it is closed. Nothing is opened before wails.Run: it also runs while the
// bindings are generated.
func openWindow(space string) (code int) {
	app := &App{}
	defer func() {
		if r := recover(); r != nil { // GTK found a display that it cannot use
			fmt.Fprintf(os.Stderr, "handrail: the window cannot be opened: %v; in a terminal, try: handrail chat\n", r)
			code = 1
		}
	}()
	err := wails.Run(&options.App{
		Title: "Handrail", Width: 1280, Height: 800, MinWidth: 760, MinHeight: 520,
		AssetServer:      &assetserver.Options{Assets: page},
		BackgroundColour: options.NewRGB(24, 24, 26),
		OnStartup:        func(ctx context.Context) { app.startup(ctx, space) },
		OnShutdown:       func(context.Context) { app.shutdown() },
		Bind:             []any{app},
		Linux:            &linux.Options{Icon: icon, ProgramName: "handrail", WebviewGpuPolicy: linux.WebviewGpuPolicyNever},
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, "handrail: the window cannot be opened:", err)
		return 1
	}
	return 0
}

// windowConfirmer offers a question in the window and in a native dialog at
// once: the first answer closes the other (docs/spec/11-guard.md). What a
// dialog cannot show whole is reviewed in the window. While the window is not
// in front, which the page tells by InFront, a notification says that somebody
// waits.
func windowConfirmer(o *operator.Operator, d *bridge.Dialogs, inFront func() bool) tools.Confirmer {
	asked := bridge.First(o.Questions(), &bridge.Confirmer{Dialogs: d, Review: o.Questions()})
	return &bridge.Announcer{Dialogs: d, InFront: inFront, Next: asked}
}
