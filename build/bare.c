// The floor of the window's measurements (internal/dev/bench/window_linux.go): the same web view in a window of the same size,
// drawn without a graphics card as ours is, with one line of text. With an argument, words are added to it and scrolled so many
// times a second, 200 words a second in all.
//
//   cc bare.c $(pkg-config --cflags --libs gtk+-3.0 webkit2gtk-4.1) -o bare

#include <gtk/gtk.h>
#include <stdlib.h>
#include <webkit2/webkit2.h>

static const char *page =
	"<body style='font: 14px sans-serif'><p id='p'>One line of text.</p><script>"
	"const times = %d;"
	"if (times) setInterval(() => {"
	"  p.append('word '.repeat(200 / times));"
	"  scrollTo(0, document.body.scrollHeight);"
	"}, 1000 / times);"
	"</script></body>";

int main(int argc, char **argv) {
	int times = argc > 1 ? atoi(argv[1]) : 0;
	gtk_init(NULL, NULL);
	GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
	gtk_window_set_title(GTK_WINDOW(window), "Bare");
	gtk_window_set_default_size(GTK_WINDOW(window), 1280, 800);
	g_signal_connect(window, "destroy", G_CALLBACK(gtk_main_quit), NULL);
	GtkWidget *view = webkit_web_view_new();
	webkit_settings_set_hardware_acceleration_policy(webkit_web_view_get_settings(WEBKIT_WEB_VIEW(view)), WEBKIT_HARDWARE_ACCELERATION_POLICY_NEVER);
	gtk_container_add(GTK_CONTAINER(window), view);
	gchar *text = g_strdup_printf(page, times);
	webkit_web_view_load_html(WEBKIT_WEB_VIEW(view), text, NULL);
	g_free(text);
	gtk_widget_show_all(window);
	gtk_main();
	return 0;
}
