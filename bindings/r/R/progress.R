# What `progress =` is: FALSE, TRUE for a line on standard error, or a function that gets every event
# (a list) of the search and of the phases.

progress_shower <- function(progress) {
    if (is.function(progress)) return(function(event) if (!is.null(event)) progress(event))
    if (!isTRUE(progress)) return(function(event) NULL)
    live <- interactive() || isatty(stderr())
    open <- FALSE
    function(event) {
        if (is.null(event)) {
            if (open) cat("\n", file = stderr())
            open <<- FALSE
            return(invisible())
        }
        line <- if (event$kind == "progress") progress_line(event) else phase_line(event)
        if (is.null(line)) return(invisible())
        cat(if (live) paste0("\r", formatC(line, width = -79)) else paste0(line, "\n"),
            file = stderr())
        open <<- live
    }
}

number_or_dash <- function(x) if (is.nan(x)) "-" else formatC(x, digits = 4, format = "g")
percent_or_dash <- function(x) if (is.nan(x)) "-" else sprintf("%.2f%%", 100 * x)

progress_line <- function(at) {
    sprintf("%s checked %.0f  done %s  best %s %s  bound %s  gap %s  %.1f s", at$finder,
            at$evaluations, percent_or_dash(at$done), at$metric, number_or_dash(at$best),
            number_or_dash(at$bound), percent_or_dash(at$gap), at$seconds)
}

# Only phases that take their time are shown.
phase_line <- function(at) {
    if (at$last || at$seconds < 0.5) return(NULL)
    sprintf("%s %s  %.1f s", at$name, percent_or_dash(at$done), at$seconds)
}

isatty <- function(connection) tryCatch(base::isatty(connection), error = function(e) FALSE)
